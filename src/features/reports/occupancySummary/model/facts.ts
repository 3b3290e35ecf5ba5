import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-13). */
export const facts: ReportFacts = {
  number: 13,
  title: 'Occupancy Summary',
  page: 'OccupancySummaryReport',
  group: 'Occupancy',
  summary: 'Which months of a year each property filed in time, filed late, or did not file',
  permission: 'Occupancy',
}
