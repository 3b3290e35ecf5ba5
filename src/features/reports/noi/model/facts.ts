import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-10). */
export const facts: ReportFacts = {
  number: 10,
  title: 'NOI Report',
  page: 'NOIReport',
  group: 'Financial',
  summary: 'Revenue, operating cost and net operating income, compared with another year and the budget',
  permission: 'AFS',
}
