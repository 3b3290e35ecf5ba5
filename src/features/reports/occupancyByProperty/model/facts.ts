import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-05). */
export const facts: ReportFacts = {
  number: 5,
  title: 'Occupancy By Property',
  page: 'OccupancyByProperty',
  group: 'Occupancy',
  summary: 'Every month of every property: units, vacant units, occupancy and filing date',
  permission: 'Occupancy',
}
