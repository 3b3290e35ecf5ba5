import { type RawBuilder, sql } from 'kysely'
import { loadGrants } from '#core/people/accounts/server/index.ts'
import { isAgency, runsCompany } from '#kernel/model/access.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import type { Row } from '#kernel/model/entity.ts'
import { selectRows } from '#kernel/model/listQuery.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { ManagementCompanyUser } from '../model/entities.ts'
import * as calls from '../model/permissionCalls.ts'
import { loadVisiblePerson, lockManagedPerson, mayGrant } from './find.ts'
import { removeFromCompany } from './leave.ts'
import { findUnmanageable } from './permissions.ts'
import { changePerson } from './store.ts'

type CompanyUser = Row<typeof ManagementCompanyUser>

/**
 * Loads which people work for which company. Row-level security shows a company's people only those of
 * their own companies.
 */
async function loadCompanyUsers(context: AnyContext, condition: RawBuilder<unknown>): Promise<CompanyUser[]> {
  const result = await sql<CompanyUser>`
    select t.management_company_user_id, u.user_id, t.management_company_id, u.is_mc_admin, u.user_name,
      trim(u.first_name || ' ' || u.last_name) as name, u.active
    from management_company_user t join app_user u using (user_id)
    where u.removed_at is null and ${condition} order by u.user_id, t.management_company_user_id`.execute(
    context.db,
  )
  return result.rows
}

const loadCompanyUser = async (context: AnyContext, condition: RawBuilder<unknown>): Promise<CompanyUser> =>
  (await loadCompanyUsers(context, condition))[0] ?? refuse.notFound('This company user')
const byId = (id: number) => sql`t.management_company_user_id = ${id}`

/**
 * Adds a person to a company. The first company is stored in the account itself, others are additional
 * lines.
 */
async function addToCompany(
  context: AnyContext,
  { userId = 0, managementCompanyId = 0, isMcAdmin }: Partial<CompanyUser>,
) {
  const fault = (message: string) => refuse.invalid([{ field: 'managementCompanyId', message }])
  if (managementCompanyId === 0) fault('Management company: *Field is required')
  const { managementCompanyIds } = await lockManagedPerson(context, userId)
  const adminFlag = isMcAdmin === undefined ? {} : { isMcAdmin }
  if (managementCompanyIds.length === 0)
    await changePerson(context, userId, { managementCompanyId, ...adminFlag })
  else {
    if (!isAgency(context.actor) && !runsCompany(context.actor, managementCompanyId))
      fault('Management company: you look after the people of your own companies.')
    const company = await sql`select 1 from management_company
      where management_company_id = ${managementCompanyId}`.execute(context.db)
    if (company.rows.length === 0) fault('Management company: choose one from the list.')
    await sql`insert into management_company_user (user_id, management_company_id)
      values (${userId}, ${managementCompanyId}) on conflict do nothing`.execute(context.db)
    if (isMcAdmin !== undefined) await changePerson(context, userId, adminFlag)
  }
  // The company may be an alias: then the line names the company it was merged into.
  return loadCompanyUser(
    context,
    sql`u.user_id = ${userId} and t.management_company_id = (select coalesce(alias_of, management_company_id)
      from management_company where management_company_id = ${managementCompanyId})`,
  )
}

/** Changes whether a person administers a company. */
async function changeCompanyUser(
  context: AnyContext,
  { managementCompanyUserId, userId, ...changes }: Partial<CompanyUser>,
) {
  const { managementCompanyId, isMcAdmin } = changes
  const present = await loadCompanyUser(
    context,
    managementCompanyUserId === undefined ? sql`u.user_id = ${userId ?? 0}` : byId(managementCompanyUserId),
  )
  if (managementCompanyId !== undefined && managementCompanyId !== present.managementCompanyId)
    refuse.rule('Tie the person to the other company and take this tie away.', [
      { field: 'managementCompanyId', message: 'Management company: a tie stays with its company.' },
    ])
  if (isMcAdmin !== undefined) await changePerson(context, present.userId, { isMcAdmin })
  return loadCompanyUser(context, byId(present.managementCompanyUserId))
}

const { getAll, getModel, getOne, create, update, remove } = calls.managementCompanyUsers
const generic: Served[] = [
  serve(getAll, async (context) => selectRows(await loadCompanyUsers(context, sql`true`), context.query)),
  serve(getModel, async () => emptyRecord(ManagementCompanyUser)),
  serve(getOne, (context) => loadCompanyUser(context, byId(context.params.id))),
  serve(create, (context) => addToCompany(context, context.body)),
  serve(update, (context) => changeCompanyUser(context, context.body)),
  serve(remove, async (context) => {
    const { userId, managementCompanyId } = await loadCompanyUser(context, byId(context.params.id))
    return removeFromCompany(context, userId, managementCompanyId)
  }),
]

type Assignment = { propertyId: number; assigned: boolean; isMain: boolean }

/** Finds what prevents these properties from being assigned, each fault with the position of its line. */
async function findAssignmentFaults(
  context: AnyContext,
  assignments: readonly Assignment[],
): Promise<Fault[]> {
  const missing = await findUnmanageable(
    context,
    assignments.map((assignment) => assignment.propertyId),
  )
  const callerGrants = isAgency(context.actor) ? null : await loadGrants(context, context.actor.userId)
  return assignments.flatMap(({ propertyId, assigned, isMain }, index): Fault[] => {
    const field = `properties.${index}.`
    if (missing.has(propertyId))
      return [{ field: `${field}propertyId`, message: `Property ${propertyId} was not found.` }]
    const mayMakeMain =
      !callerGrants || callerGrants.isMcAdmin || callerGrants.mainUserProject.includes(propertyId)
    return assigned && isMain && !mayMakeMain
      ? [
          {
            field: `${field}isMain`,
            message: `Main user of property ${propertyId}: you are not its main user yourself.`,
          },
        ]
      : []
  })
}

/**
 * Assigns properties to a person or removes them; the last line of a property counts. Properties not named
 * stay unchanged.
 */
async function saveAssignments(context: AnyContext, userId: number, assignments: readonly Assignment[]) {
  await lockManagedPerson(context, userId, mayGrant)
  const faults = await findAssignmentFaults(context, assignments)
  if (faults.length > 0) refuse.invalid(faults.slice(0, 100))
  const latest = [...new Map(assignments.map((assignment) => [assignment.propertyId, assignment])).values()]
  const assignmentRows = sql`json_to_recordset(${JSON.stringify(latest)}::json)
    as e("propertyId" integer, assigned boolean, "isMain" boolean)`
  const assigned = await sql`
    insert into user_property (user_id, property_id, is_main)
      select ${userId}::integer, e."propertyId", e."isMain" from ${assignmentRows} where e.assigned
    on conflict (user_id, property_id) do update set is_main = excluded.is_main
      where user_property.is_main <> excluded.is_main`.execute(context.db)
  const removed = await sql`delete from user_property t using ${assignmentRows}
    where t.user_id = ${userId} and t.property_id = e."propertyId" and not e.assigned`.execute(context.db)
  return { assigned: Number(assigned.numAffectedRows ?? 0), removed: Number(removed.numAffectedRows ?? 0) }
}

/** The calls about the companies and the assigned properties of a person. */
export const companyHandlers: Served[] = [
  ...generic,
  serve(calls.saveProperties, (context) =>
    saveAssignments(context, context.params.userId, context.body.properties),
  ),
  serve(calls.getMyManagementCompanies, async (context) => {
    const result = await sql<{
      managementCompanyId: number
      name: string
      status: number
      isMcAdmin: boolean
    }>`
      select m.management_company_id, m.name, m.status, u.is_mc_admin
      from unnest(kernel.own_companies()) with ordinality own (management_company_id, place)
        join management_company m using (management_company_id)
        join app_user u on u.user_id = ${context.actor.userId} order by own.place`.execute(context.db)
    return result.rows
  }),
  serve(calls.getUserMcAdminRows, async (context) => {
    const { userId } = await loadVisiblePerson(context, context.params.userId)
    const result = await sql<{
      userId: number
      managementCompanyId: number | null
      managementCompanyName: string | null
      propertyId: number | null
      propertyName: string | null
    }>`
      select u.user_id, m.management_company_id, m.name as management_company_name,
      null::integer as property_id, null as property_name
        from app_user u join management_company_user t using (user_id)
        join management_company m on m.management_company_id = t.management_company_id
          where u.user_id = ${userId} and u.is_mc_admin
      union all
      select t.user_id, m.management_company_id, m.name, p.property_id, p.name
        from user_property t join property p using (property_id) left
        join management_company m using (management_company_id)
        where t.user_id = ${userId} and t.is_main
      order by 4 nulls first`.execute(context.db)
    return result.rows
  }),
]
