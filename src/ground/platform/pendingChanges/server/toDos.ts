import { sql } from 'kysely'
import type { ToDoSource } from '#ground/portfolio/tasks/server/index.ts'

/** The to-do for each change that waits for a second person, for every manager who may confirm it. */
export const changeToConfirmToDo: ToDoSource = {
  kind: 'pendingChange.open',
  label: 'Change to be confirmed by a second person',
  act: 'Confirm',
  waitsFor: 'manager',
  rows: () => sql`
    select h.pending_change_id, null::integer, null::integer, null::text,
      left(concat(h.about, ': ', coalesce(nullif(h.was, ''), 'nothing'), ' becomes ', h.becomes), 400),
      null::date, h.proposed_at, h.path
    from pending_change h
    where h.closed_at is null
      and (kernel.actor_id() is null or kernel.is_second_person(h.proposed_by_id, kernel.actor_id()))`,
}
