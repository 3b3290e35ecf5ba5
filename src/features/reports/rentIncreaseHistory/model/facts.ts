import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-09). */
export const facts: ReportFacts = {
  number: 9,
  title: 'Rent Increase History',
  page: 'RentIncreaseHistory',
  group: 'Rents',
  summary: 'Requested and approved increases, number of units, and days to decide',
  permission: 'Rent_Increase',
}
