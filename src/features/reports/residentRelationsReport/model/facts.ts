import type { ReportFacts } from '#engines/report/model/index.ts'

/**
 * The facts of the report (RPT-18). Like the lists of matters it needs no permission (reading B10): a company
 * sees the matters that were sent to it.
 */
export const facts: ReportFacts = {
  number: 18,
  title: 'Resident Relations',
  page: 'ResidentRelationsReport',
  group: 'Compliance',
  summary:
    'Complaints and inquiries of residents by kind, company and month, with their age and the time to close them',
}
