import { type RawBuilder, sql } from 'kysely'
import type { ToDoSource } from '#ground/tasks/server/index.ts'

/** Requests in a status as to-dos; see `ToDoSource.rows` for the columns. */
const requests = (condition: RawBuilder<unknown>) => (): RawBuilder<unknown> =>
  sql`select r.replacement_reserve_request_id, r.property_id, null::integer, 'Replacement_Reserve',
      'R-' || r.replacement_reserve_request_id || coalesce(': ' || left(r.description, 80), ''), null::date, r.submitted,
      '/ReplacementReserve/' || r.replacement_reserve_request_id || '/' || r.property_id
    from replacement_reserve_request r where ${condition}`

/** Requests that wait for somebody. */
export const toDos: readonly ToDoSource[] = [
  {
    kind: 'reserve.returned',
    label: 'Replacement reserve request returned',
    waitsFor: 'company',
    rows: requests(sql`r.status_id = 1 and r.submitted is not null`),
  },

  {
    kind: 'reserve.review',
    label: 'Replacement reserve request to review',
    waitsFor: 'agency',
    rows: requests(sql`r.status_id in (2, 3)`),
  },

  {
    kind: 'reserve.approval',
    label: 'Replacement reserve request to approve',
    waitsFor: 'manager',
    rows: requests(sql`r.status_id = 4`),
  },
]
