import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { facts } from '../model/facts.ts'
import { BROKEN, SIGNATURE } from '../model/steps.ts'

/** Builds the source of to-dos for the suspensions in one status. */
const buildSource = (
  kind: string,
  label: string,
  act: string,
  waitsFor: ToDoSource['waitsFor'],
  statusId: number,
) => ({
  kind: `suspension.${kind}`,
  label,
  act,
  waitsFor,
  rows: () => sql`select r.replacement_reserve_suspension_id, r.property_id, null::integer,
    ${facts.permission}::text,
      'RS-' || r.replacement_reserve_suspension_id, null::date,
      (select max(h.at) from status_history h where h.entity = 'ReplacementReserveSuspension'
        and h.row_id = r.replacement_reserve_suspension_id and h.to_status_id = ${statusId}),
      ${facts.open.replace(/:.*/, '')}::text || r.replacement_reserve_suspension_id
    from replacement_reserve_suspension r where r.status_id = ${statusId}`,
})

/** The to-dos after a broken threshold: the agency sends the amendment, then the company signs it. */
export const suspensionToDos: ToDoSource[] = [
  buildSource('broken', 'Suspension with broken threshold', 'Send amendment', 'agency', BROKEN),
  buildSource('signature', 'Amendment to sign', 'Sign', 'company', SIGNATURE),
]
