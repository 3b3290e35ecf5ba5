import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-07). */
export const facts: ReportFacts = {
  number: 7,
  title: 'Financial Report Card',
  page: 'FinancialReportCard',
  group: 'Financial',
  summary:
    'Coverage, occupancy, uncollected rent and reserves of a year, with the filing date and the decision',
  permission: 'AFS',
  home: true,
}
