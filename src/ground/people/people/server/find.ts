import { type RawBuilder, sql } from 'kysely'
import { sqlPropertyStatus } from '#ground/platform/lookups/server/index.ts'
import { type Actor, isAgency, roles, runsCompany } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AppUser, UserLine } from '../model/entities.ts'

/** A stored person with the one role (null only where none was given yet) and all companies. */
export type PersonRow = Row<typeof AppUser> & { roleId: number | null; managementCompanyIds: number[] }
type Person = Pick<PersonRow, 'userId' | 'roleId' | 'managementCompanyIds' | 'isMcAdmin'>

/**
 * Of several roles the one that allows more: the agency's, the writing one first; else the primary user's.
 */
export const strongestRole = sql`case when min(role_id) < 3 then min(role_id) else max(role_id) end`

const isOfAgency = ({ roleId }: Person): boolean =>
  roleId === roles.agencyWrite || roleId === roles.agencyRead

const looksAfter = (
  actor: Actor,
  person: Person,
  theirs: (runs: (id: number) => boolean) => boolean,
): boolean =>
  isAgency(actor)
    ? actor.isAdmin && actor.roles.includes(roles.agencyWrite)
    : !isOfAgency(person) && theirs((id) => runsCompany(actor, id))

/**
 * Who gives a person rights: the agency's administrators, and primary users on the properties of their own
 * companies.
 */
export const mayGrant = (actor: Actor, person: Person): boolean =>
  looksAfter(actor, person, (runs) => person.managementCompanyIds.some(runs))

/**
 * Whether the caller may change the account: a company may not when the person also works for another one,
 * and a company administrator's account is changed only by that person or the agency.
 */
export const mayManage = (actor: Actor, person: Person): boolean =>
  mayGrant(actor, person) &&
  looksAfter(
    actor,
    person,
    (runs) =>
      person.managementCompanyIds.every(runs) && (!person.isMcAdmin || person.userId === actor.userId),
  )

const maySee = (actor: Actor, person: PersonRow): boolean =>
  isAgency(actor) || person.userId === actor.userId || mayGrant(actor, person)

async function readPerson(context: AnyContext, userId: number, lock: boolean): Promise<PersonRow> {
  const result = await sql<PersonRow>`
    select u.*, (select ${strongestRole} from user_role r where r.user_id = u.user_id) as role_id,
      kernel.companies_of(u.user_id) as management_company_ids
    from app_user u where u.user_id = ${userId}
    and u.removed_at is null ${lock ? sql`for update of u` : sql``}`.execute(context.db)
  const person = result.rows[0]
  return person && maySee(context.actor, person) ? person : refuse.notFound('This user')
}

/** A person the caller may see; 404 otherwise, whether or not there is one. */
export const personInSight = (context: AnyContext, userId: number): Promise<PersonRow> =>
  readPerson(context, userId, false)

/** A person the caller looks after, locked; 404 when out of sight, 403 when only seen. */
export async function personToManage(
  context: AnyContext,
  userId: number,
  may = mayManage,
): Promise<PersonRow> {
  const person = await readPerson(context, userId, true)
  return may(context.actor, person) ? person : refuse.forbidden('You may see this user but not change it.')
}

/** People of a company, and of the agency; conditions for {@link linesOf}. */
export const ofCompanies = sql<boolean>`u.management_company_id is not null and coalesce(r.role_id, 3) > 2`
export const ofAgency = sql<boolean>`r.role_id in (1, 2)`

/** {@link ofCompanies}, for a company's people those of their own only. */
export const ofOwnCompanies = (actor: Actor): RawBuilder<boolean> =>
  isAgency(actor)
    ? ofCompanies
    : sql`${ofCompanies} and u.user_id in (
        select user_id from management_company_user
        where management_company_id = any (kernel.own_companies()))`

/** Whom the caller sees at all, as a condition. */
export const inSight = (actor: Actor): RawBuilder<boolean> =>
  isAgency(actor) ? sql`true` : ofOwnCompanies(actor)

/** SQL: the state of an account; see `userStatusLabels`. */
export const peopleStatusByKey = sql<number>`case when not u.active then 0 when s.user_id is null then 2
  else 1 end`

/** What conditions on people may speak of: the user u, its role r, its secret s and its company m. */
export const people = sql`app_user u
    left join lateral (select ${strongestRole} as role_id from user_role where user_id = u.user_id) r on true
    left join secret.with_password() s on s.user_id = u.user_id
    left join management_company m on m.management_company_id = u.management_company_id`
const byName = sql`lower(u.last_name), lower(u.first_name), u.user_id`

/**
 * Lines of a list of people, by name unless ordered otherwise; one statement. `which` speaks of {@link
 * people}.
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
      m.name as management_company_name, ${peopleStatusByKey} as status, p.count as property_count,
      i.last_sign_in
    from ${people}
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
