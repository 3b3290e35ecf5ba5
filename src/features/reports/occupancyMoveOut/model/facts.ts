import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-17). */
export const facts: ReportFacts = {
  number: 17,
  title: 'Occupancy Move-Out',
  page: 'OccupancyMoveOut',
  group: 'Occupancy',
  summary: 'Move-outs and turnover by property, reason, month or bedrooms',
  permission: 'Occupancy',
}
