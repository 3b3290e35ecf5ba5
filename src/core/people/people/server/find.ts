import { type RawBuilder, sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import { type Actor, isAgency, roles, runsCompany } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AppUser, UserLine } from '../model/entities.ts'

/**
 * A stored person with their role and all their companies. The role is null only if none was assigned yet.
 */
export type PersonRow = Row<typeof AppUser> & { roleId: number | null; managementCompanyIds: number[] }
type Person = Pick<PersonRow, 'userId' | 'roleId' | 'managementCompanyIds' | 'isMcAdmin'>

/**
 * SQL: of several roles the one that allows more. A role of the agency comes first, the writing one before
 * the reading one; otherwise that of the primary user.
 */
export const strongestRoleSql = sql`case when min(role_id) < 3 then min(role_id) else max(role_id) end`

const isOfAgency = ({ roleId }: Person): boolean =>
  roleId === roles.agencyWrite || roleId === roles.agencyRead

const isResponsibleFor = (
  actor: Actor,
  person: Person,
  testCompanies: (runs: (id: number) => boolean) => boolean,
): boolean =>
  isAgency(actor)
    ? actor.isAdmin && actor.roles.includes(roles.agencyWrite)
    : !isOfAgency(person) && testCompanies((id) => runsCompany(actor, id))

/**
 * Whether the caller may give the person rights: the agency's administrators may, and primary users for
 * people of their own companies.
 */
export const mayGrant = (actor: Actor, person: Person): boolean =>
  isResponsibleFor(actor, person, (runs) => person.managementCompanyIds.some(runs))

/**
 * Whether the caller may change the account. A company may not if the person also works for another one.
 * Only that person or the agency changes the account of a company administrator.
 */
export const mayManage = (actor: Actor, person: Person): boolean =>
  mayGrant(actor, person) &&
  isResponsibleFor(
    actor,
    person,
    (runs) =>
      person.managementCompanyIds.every(runs) && (!person.isMcAdmin || person.userId === actor.userId),
  )

const maySee = (actor: Actor, person: PersonRow): boolean =>
  isAgency(actor) || person.userId === actor.userId || mayGrant(actor, person)

async function readPerson(context: AnyContext, userId: number, lock: boolean): Promise<PersonRow> {
  const result = await sql<PersonRow>`
    select u.*, (select ${strongestRoleSql} from user_role r where r.user_id = u.user_id) as role_id,
      kernel.companies_of(u.user_id) as management_company_ids
    from app_user u where u.user_id = ${userId}
    and u.removed_at is null ${lock ? sql`for update of u` : sql``}`.execute(context.db)
  const person = result.rows[0]
  return person && maySee(context.actor, person) ? person : refuse.notFound('This user')
}

/** Loads a person the caller may see. Otherwise refuses with 404, whether or not the person exists. */
export const loadVisiblePerson = (context: AnyContext, userId: number): Promise<PersonRow> =>
  readPerson(context, userId, false)

/**
 * Loads and locks a person the caller may change. Refuses with 404 if the caller may not see the person,
 * with 403 if they may only see them.
 */
export async function lockManagedPerson(
  context: AnyContext,
  userId: number,
  may = mayManage,
): Promise<PersonRow> {
  const person = await readPerson(context, userId, true)
  return may(context.actor, person) ? person : refuse.forbidden('You may see this user but not change it.')
}

/** SQL for {@link loadPeopleLines}: whether a person belongs to a company. */
export const isCompanyPersonSql = sql<boolean>`u.management_company_id is not null
  and coalesce(r.role_id, 3) > 2`
/** SQL for {@link loadPeopleLines}: whether a person belongs to the agency. */
export const isAgencyPersonSql = sql<boolean>`r.role_id in (1, 2)`

/** As {@link isCompanyPersonSql}; for a company's people only those of their own companies. */
export const isOwnCompanyPersonSql = (actor: Actor): RawBuilder<boolean> =>
  isAgency(actor)
    ? isCompanyPersonSql
    : sql`${isCompanyPersonSql} and u.user_id in (
        select user_id from management_company_user
        where management_company_id = any (kernel.own_companies()))`

/** SQL condition for the people whom the caller may see. */
export const isVisiblePersonSql = (actor: Actor): RawBuilder<boolean> =>
  isAgency(actor) ? sql`true` : isOwnCompanyPersonSql(actor)

/** SQL: the state of an account; see `userStatusLabels`. */
export const userStatusSql = sql<number>`case when not u.active then 0 when s.user_id is null then 2
  else 1 end`

/** SQL: the tables that conditions on people may use: user u, its role r, its secret s, its company m. */
export const peopleTablesSql = sql`app_user u
    left join lateral (select ${strongestRoleSql} as role_id from user_role
    where user_id = u.user_id) r on true
    left join secret.with_password() s on s.user_id = u.user_id
    left join management_company m on m.management_company_id = u.management_company_id`
const byName = sql`lower(u.last_name), lower(u.first_name), u.user_id`

/**
 * Loads the lines of a list of people in one statement, sorted by name unless `order` says otherwise.
 * `condition` may use the tables of {@link peopleTablesSql}.
 */
export async function loadPeopleLines(
  context: AnyContext,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
  limit: RawBuilder<unknown> = sql``,
): Promise<UserLine[]> {
  const result = await sql<UserLine>`
    select u.user_id, u.user_name, u.first_name, u.last_name,
    trim(u.first_name || ' ' || u.last_name) as name, u.email, u.phone,
      u.is_admin, u.is_manager, u.is_mc_admin, u.is_inspector, u.kc_sl, u.management_company_id, u.active,
      r.role_id,
      m.name as management_company_name, ${userStatusSql} as status, p.count as property_count,
      i.last_sign_in
    from ${peopleTablesSql}
    left join lateral (select count(distinct property_id)::integer as count from
      (select property_id from user_property where user_id = u.user_id
        union all select property_id from permission where user_id = u.user_id
        union all select unnest(kernel.company_properties(u.user_id)) where u.is_mc_admin) t
      join property using (property_id) where status_id <> ${sqlPropertyStatus.Deleted}) p on true
    left join lateral (select max(started_at) as last_sign_in from session
    where user_id = u.user_id) i on true
    where u.removed_at is null and ${condition}
    order by ${order} ${byName} ${limit}`.execute(context.db)
  return result.rows
}
