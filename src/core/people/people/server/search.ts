import { matchesNameSql, type Searchable } from '#core/platform/search/server/index.ts'

const name = `lower(u.first_name || ' ' || u.last_name || ' ' || u.user_name)`

/**
 * Finds people by name or user name: the agency finds all, people who run a company those of their
 * companies, as on the screen of users.
 */
export const searchable: Searchable = {
  kind: 'person',
  order: 40,
  rows: `with me as (
      select u.is_mc_admin or exists (select 1 from user_role r where r.user_id = u.user_id and r.role_id = 4) as runs_company
      from app_user u where u.user_id = kernel.actor_id())
    select u.user_id, null::integer, trim(u.first_name || ' ' || u.last_name), concat_ws(' · ', u.user_name, c.name),
      likeness($1, $4, ${name})
    from me, app_user u left join management_company c on c.management_company_id = u.management_company_id
    where ${matchesNameSql(name)} and ((select kernel.is_agency())
      or (me.runs_company and u.user_id in (select user_id from management_company_user)))`,
}
