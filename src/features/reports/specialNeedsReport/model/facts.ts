import type { ReportFacts } from '#engines/report/model/index.ts'

/** The number, title, menu group and permission of the report (RPT-08). */
export const facts: ReportFacts = {
  number: 8,
  title: 'Special Needs',
  page: 'SpecialNeeds',
  group: 'Occupancy',
  summary:
    'Units set aside for special needs: filled by referral or by others, vacant, on hold, and for how long',
  permission: 'Occupancy',
}
