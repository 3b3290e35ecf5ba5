import { type RawBuilder, sql } from 'kysely'
import type { ToDoSource } from '#ground/tasks/server/index.ts'

/** Contact change requests as to-dos; see `ToDoSource.rows` for the columns. */
const requests = (condition: RawBuilder<unknown>) => (): RawBuilder<unknown> =>
  sql`select r.contact_change_request_id, r.property_id, r.management_company_id, null::text,
      'CC-' || r.contact_change_request_id || coalesce(': ' || left(r.reason, 80), ''), null::date, r.submitted,
      '/ContactChangeRequestReview/' || r.contact_change_request_id
    from contact_change_request r where ${condition}`

/** Contact change requests that wait for somebody. */
export const toDos: readonly ToDoSource[] = [
  {
    kind: 'contacts.returned',
    label: 'Contact change request returned',
    waitsFor: 'company',
    rows: requests(sql`r.status_id = 1 and r.submitted is not null`),
  },

  {
    kind: 'contacts.review',
    label: 'Contact change request to review',
    waitsFor: 'agency',
    rows: requests(sql`r.status_id in (2, 3)`),
  },
]
