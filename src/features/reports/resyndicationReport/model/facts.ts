import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-16). */
export const facts: ReportFacts = {
  number: 16,
  title: 'Resyndication Report',
  page: 'ResyndicationReport',
  group: 'Compliance',
  summary: 'Properties that received new credits under a new number',
  permission: 'AFS',
}
