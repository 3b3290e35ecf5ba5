import { sql } from 'kysely'
import { rowsOfCompany } from '#core/people/companies/server/index.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { VAWAReader, VAWARequest, VawaStatus } from '../model/entities.ts'
import { ineligibleMail } from '../model/mails.ts'
import { served } from './index.ts'

/**
 * The server module of VAWA requests. They are excluded from search, live updates, documents and letters, so
 * that they cannot be found there.
 */
export default {
  entities: [VAWARequest, VAWAReader],
  served,
  mailedChanges: [
    {
      table: 'vawa_reader',
      kind: 'Rights',
      title: 'right to VAWA requests',
      subject: { person: 'user_id' },
      columns: {
        confirmed_at: {
          label: 'Right to VAWA requests',
          text: () => 'confirmed by a second administrator',
        },
      },
    },
  ],
  eventMails: [ineligibleMail],
  companyRecords: [rowsOfCompany('Readers of VAWA requests', 'vawa_reader')],
  toDos: [
    {
      kind: 'vawa.reader',
      label: 'Right to VAWA requests to be confirmed by a second administrator',
      act: 'Confirm',
      waitsFor: 'manager',
      rows: () => sql`select r.vawa_reader_id, null::integer, null::integer, null::text,
        left(concat('Right to VAWA requests for ', trim(u.first_name || ' ' || u.last_name)), 400),
        null::date,
        r.granted_at, '/VawaList'::text
        from vawa_reader r join app_user u using (user_id)
        where r.confirmed_at is null and (kernel.actor_id() is null
          or (kernel.is_administrator() and r.user_id <> kernel.actor_id() and r.granted_by <> r.user_id
            and kernel.is_second_person(r.granted_by, kernel.actor_id())))`,
    },
    {
      kind: 'vawa.new',
      label: 'VAWA request to review',
      act: 'Review',
      waitsFor: 'agency',
      // Only people with the right receive rows.
      rows: () => sql`select v.vawa_request_id, v.property_id, null::integer, 'Occupancy'::text,
        'VAWA request', null::date, v.created_at, '/VawaList'::text
        from vawa_request v where v.status_id = ${VawaStatus.NEW}`,
    },
  ],
} satisfies ServerModule
