import type { ReportFacts } from '#engines/report/model/index.ts'
import { priorityFacts as certification } from '#features/compliance/housingPriority/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-14). */
export const facts: ReportFacts = {
  number: 14,
  title: 'Current LRA',
  page: 'CurrentLRAReport',
  group: 'Compliance',
  summary: 'The lead referral agency of each property, its contact, and the end of its agreement',
  permission: certification.permission,
}
