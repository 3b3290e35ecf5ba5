import { sql } from 'kysely'
import { roles } from '#kernel/model/access.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { type AccessLine, getReach } from '../model/accessReasons.ts'
import { isVisiblePersonSql, strongestRoleSql } from './find.ts'

/**
 * SQL: the sources of rights on the property, one row each, with `right` and `write` as in `ReachLine` and
 * the logged row that gave the right. Whether a person has access at all comes from `kernel.reach`, the
 * rows that the database enforces.
 */
const rightSources = (propertyId: number) => sql`
  select user_id, null as right, role_id = ${roles.agencyWrite} as write,
      case role_id when ${roles.agencyWrite} then 'agencyWrite' else 'agencyRead'
      end as reason, 'user_role' as logged_in, user_id as logged_id
    from user_role where role_id in (${roles.agencyWrite}, ${roles.agencyRead})
  union all
  select user_id, case key when 'Global_Admin' then null else key end, write,
      case key when 'Global_Admin' then 'globalAdmin' else 'permission' end, 'permission', permission_id
    from permission where (read or write) and (property_id = ${propertyId} or key = 'Global_Admin')
  union all
  select u.user_id, null, true, 'companyAdmin', 'app_user', u.user_id
    from app_user u join management_company_user t using (user_id)
      join property p on p.management_company_id = t.management_company_id
    where u.is_mc_admin and p.property_id = ${propertyId}
  union all
  select t.user_id, case when t.is_main or u.is_mc_admin then null else '' end, t.is_main or u.is_mc_admin,
      case when t.is_main then 'mainUser' when u.is_mc_admin then 'companyAdminTie' else 'assigned' end,
      'user_property', t.user_property_id
    from user_property t join app_user u using (user_id) where t.property_id = ${propertyId}`

/**
 * Loads every right on a property with its reasons, sorted by person, in one statement. Of people with an
 * agency role only that role is listed. People without access in the enforced rows are not listed, even if
 * they have entries.
 */
async function loadReach(context: AnyContext, propertyId: number): Promise<AccessLine[]> {
  const result = await sql<AccessLine>`
    with held as (select user_id, bool_or(reads) as reads, bool_or(writes) as writes
    from kernel.reach(${propertyId}) group by user_id),
    source as (${rightSources(propertyId)}),
    counted as (select s.*, bool_or(s.logged_in = 'user_role') over (partition by s.user_id) as of_agency
    from source s)
    select u.user_id, trim(u.first_name || ' ' || u.last_name) as name, u.user_name, m.name as company_name,
    r.role_id,
      u.is_admin, u.is_manager, u.is_mc_admin, s.right, s.write and held.writes as write, s.reason,
      given.name as given_by, given.changed_at as given_at
    from held join app_user u using (user_id) join counted s using (user_id)
    left join lateral (select ${strongestRoleSql} as role_id from user_role
    where user_id = u.user_id) r on true
    left join management_company m on m.management_company_id = u.management_company_id
    left join lateral (select l.changed_at, nullif(trim(g.first_name || ' ' || g.last_name), '') as name
      from audit_log l left join app_user g on g.user_id = l.user_id
      where l.table_name = s.logged_in and l.row_id = s.logged_id and l.operation <> 'delete'
        and (s.logged_in <> 'app_user' or l.changes ? 'is_mc_admin')
      order by l.changed_at desc limit 1) given on true
    where held.reads and u.removed_at is null and (not s.of_agency or s.logged_in = 'user_role')
    and ${isVisiblePersonSql(context.actor)}
    order by lower(u.last_name), lower(u.first_name), u.user_id, s.right nulls first, s.reason`.execute(
    context.db,
  )
  return result.rows
}

/** The call that lists who has access to a property. */
export const accessReasonHandlers: Served[] = [
  serve(getReach, async (context) => {
    const { propertyId } = context.params
    const property = await sql`select 1 from property where property_id = ${propertyId}`.execute(context.db)
    return property.rows.length > 0 ? loadReach(context, propertyId) : refuse.notFound('This property')
  }),
]
