import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-01). */
export const facts: ReportFacts = {
  number: 1,
  title: 'Occupancy By',
  page: 'OccupancyBy',
  group: 'Occupancy',
  summary: 'How full the portfolio is, by company, county, region, program or bedrooms, month by month',
  permission: 'Occupancy',
  home: true,
}
