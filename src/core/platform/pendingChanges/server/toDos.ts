import { sql } from 'kysely'
import { getDeclaredSettings } from '#core/platform/settings/server/index.ts'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'

/** The to-do for each change that waits for a second person, for every manager who may confirm it. */
export const changeToConfirmToDo: ToDoSource = {
  kind: 'pendingChange.open',
  label: 'Change to be confirmed by a second person',
  act: 'Confirm',
  waitsFor: 'manager',
  rows: () => sql`
    select h.pending_change_id, null::integer, null::integer, null::text,
      left(concat(h.about, ': ', coalesce(nullif(h.was, '') || ' becomes ', 'new: '), h.becomes), 400),
      null::date, h.proposed_at, h.path
    from pending_change h
    where h.closed_at is null
      and (kernel.actor_id() is null or kernel.is_second_person(h.proposed_by_id, kernel.actor_id()))`,
}

/** The to-do for each merge that waits for a second administrator, for everybody who may carry it out. */
export const mergeToDo: ToDoSource = {
  kind: 'company.merge',
  label: 'Merge of companies to be carried out by a second administrator',
  act: 'Look at it',
  waitsFor: 'manager',
  rows: () => sql`
    select r.company_merge_request_id, null::integer, null::integer, null::text,
      left(concat((select string_agg(m.name, ', ' order by m.name) from management_company m
        where m.management_company_id = any (r.from_ids)), ' into ', i.name), 400),
      null::date, r.asked_at, concat('/companies/merge?from=', r.from_ids[1], '&into=', r.into_id)
    from company_merge_request r join management_company i on i.management_company_id = r.into_id
    where not exists (select from management_company m
        where m.management_company_id = any (r.from_ids || r.into_id) and m.alias_of is not null)
      and (kernel.actor_id() is null
        or (kernel.is_administrator() and kernel.is_second_person(r.asked_by_id, kernel.actor_id())))`,
}

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
