import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-04). */
export const facts: ReportFacts = {
  number: 4,
  title: 'Vacancy Report',
  page: 'VacancyReport',
  group: 'Occupancy',
  summary: 'Vacant units by property and bedrooms, the rent lost, and how long they have been vacant',
  permission: 'Occupancy',
}
