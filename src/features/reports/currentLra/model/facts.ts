import { priorityFacts as certification } from '#modules/compliance/housingPriority/model/index.ts'
import type { ReportFacts } from '#report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-14). */
export const facts: ReportFacts = {
  number: 14,
  title: 'Current LRA',
  page: 'CurrentLRAReport',
  group: 'Compliance',
  summary: 'The lead referral agency of each property, its contact, and the end of its agreement',
  permission: certification.permission,
}
