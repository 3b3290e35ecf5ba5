import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-11). */
export const facts: ReportFacts = {
  number: 11,
  title: 'Economic Occupancy Report',
  page: 'EconomicOccupancyReport',
  group: 'Financial',
  summary: 'Rent collected, compared with occupancy',
  permission: 'AFS',
}
