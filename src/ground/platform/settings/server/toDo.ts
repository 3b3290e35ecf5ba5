import { sql } from 'kysely'
import type { ToDoSource } from '#ground/portfolio/tasks/server/index.ts'
import { getDeclaredSettings } from './declared.ts'

/** The to-do for each change of a control setting, for every administrator who may confirm it. */
export const settingToDo: ToDoSource = {
  kind: 'setting.proposed',
  label: 'Control setting to be confirmed by a second administrator',
  act: 'Confirm',
  waitsFor: 'manager',
  rows: () => {
    const labels = getDeclaredSettings().map(
      ({ key, group, label }) => sql`(${key}::text, ${`${group}: ${label}`}::text)`,
    )
    return sql`
      select s.setting_proposal_id, null::integer, null::integer, null::text,
        left(coalesce(declared.label, s.key), 400), null::date, s.proposed_at, '/Configuration'::text
      from setting_proposal s
      left join (values ${sql.join(labels)}) as declared (key, label) on declared.key = s.key
      where s.closed_at is null and (kernel.actor_id() is null
        or (kernel.is_administrator() and kernel.is_second_person(s.proposed_by_id, kernel.actor_id())))`
  },
}
