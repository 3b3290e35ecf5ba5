import { type RawBuilder, sql } from 'kysely'
import type { ToDoSource } from '#ground/tasks/server/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { CERTIFIED } from '../model/flow.ts'
import { certificationSettings } from '../model/settings.ts'
import { later, waiting } from './lists.ts'

/** Applications as to-dos; see `ToDoSource.rows` for the columns. */
const applications = (condition: RawBuilder<unknown>, since: RawBuilder<unknown>) => (): RawBuilder<unknown> =>
  sql`select a.management_company_asset_certification_id, null::integer, a.management_company_id, null::text,
      'MC-' || a.management_company_asset_certification_id || ': ' || c.name, a.expires_on, ${since}::timestamptz,
      '/ManagementCompanyAssetCertificationApplication/edit/' || a.management_company_asset_certification_id
    from management_company_asset_certification a join management_company c using (management_company_id) where ${condition}`

const submitted = sql`coalesce(a.re_submitted, a.submitted)`

/** Applications that wait for somebody. */
export const toDos: readonly ToDoSource[] = [
  {
    kind: 'certification.returned',
    label: 'Certification application returned',
    waitsFor: 'company',
    rows: applications(sql`a.status_id = 1 and a.submitted is not null`, submitted),
  },

  {
    kind: 'certification.expiring',
    label: 'Certification about to end',
    waitsFor: 'company',
    rows: async (today, settings) => {
      const soon = addDays(today, await settings.get(certificationSettings.firstReminder))
      const ending = sql`a.status_id = ${CERTIFIED} and a.expires_on <= ${soon} and not ${later} and not ${waiting}`
      return applications(ending, sql`null`)()
    },
  },

  {
    kind: 'certification.review',
    label: 'Certification application to review',
    waitsFor: 'agency',
    rows: applications(sql`a.status_id in (2, 3)`, submitted),
  },

  {
    kind: 'certification.decide',
    label: 'Certification application to decide',
    waitsFor: 'manager',
    rows: applications(sql`a.status_id = 4`, submitted),
  },
]
