import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-02). */
export const facts: ReportFacts = {
  number: 2,
  title: 'Rent Analysis',
  page: 'RentAnalysis',
  group: 'Rents',
  summary: 'Rent and allowance of each unit type compared with the limit of its program',
  permission: 'Rent_Increase',
}
