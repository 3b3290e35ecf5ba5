import { sql } from 'kysely'
import type { ToDoSource } from '#ground/portfolio/tasks/server/index.ts'

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
