import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-06). */
export const facts: ReportFacts = {
  number: 6,
  title: 'Congressional District',
  page: 'CongressionalDistrict',
  group: 'Compliance',
  summary: 'Properties, units, credits and loans by district of the United States Congress',
  permission: 'AFS',
}
