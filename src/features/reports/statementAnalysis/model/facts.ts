import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-03). */
export const facts: ReportFacts = {
  number: 3,
  title: 'Statement Analysis',
  page: 'StatementAnalysis',
  group: 'Financial',
  summary:
    'Every account over up to five years: per unit, as a share of revenue, and compared with the median',
  permission: 'AFS',
}
