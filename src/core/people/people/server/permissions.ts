import { sql } from 'kysely'
import { loadGrants } from '#core/people/accounts/server/index.ts'
import { hasPermission, isAgency, mayAsAgency, type PermissionEntry, worksFor } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { type CrudHooks, serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import type { Permission } from '../model/entities.ts'
import { findGrantFault } from '../model/grants.ts'
import * as calls from '../model/permissionCalls.ts'
import { permissionKeys } from '../model/permissionKeys.ts'
import { roleLabels } from '../model/rules.ts'
import { loadVisiblePerson, lockManagedPerson, mayGrant } from './find.ts'

type PermissionRow = Row<typeof Permission>

const NO_LEVEL: Fault = { field: 'read', message: 'Read: choose reading, or reading and writing.' }

/**
 * SQL condition: the properties on which the caller may manage rights. The agency manages all, a company
 * those it runs.
 */
const isManageableSql = (context: AnyContext) =>
  isAgency(context.actor) ? sql`true` : sql`p.management_company_id = any (kernel.own_companies())`

/** Returns those of the given properties on which the caller may not manage rights. */
export async function findUnmanageable(
  context: AnyContext,
  propertyIds: Iterable<number>,
): Promise<Set<number>> {
  const requestedIds = [...new Set(propertyIds)]
  const result = await sql<{ propertyId: number }>`
    select p.property_id from property p where p.property_id = any (${requestedIds}::integer[])
    and ${isManageableSql(context)}`.execute(context.db)
  const reachableIds = new Set(result.rows.map((row) => row.propertyId))
  return new Set(requestedIds.filter((number) => !reachableIds.has(number)))
}

/**
 * Finds what prevents these entries from being granted, each fault at its entry. `#` in `pathTemplate` is
 * the position of the entry.
 */
async function findGrantFaults(
  context: AnyContext,
  entries: readonly PermissionEntry[],
  pathTemplate: string,
): Promise<Fault[]> {
  const missing = await findUnmanageable(
    context,
    entries.map((permissionEntry) => permissionEntry.propertyId),
  )
  const callerGrants = isAgency(context.actor) ? null : await loadGrants(context, context.actor.userId)
  return entries.flatMap((entry, index): Fault[] => {
    const field = pathTemplate.replace('#', String(index))
    if (missing.has(entry.propertyId))
      return [{ field: `${field}propertyId`, message: `Property ${entry.propertyId} was not found.` }]
    const reason = callerGrants && findGrantFault(callerGrants, entry)
    return reason
      ? [{ field: `${field}key`, message: `${entry.key} on property ${entry.propertyId}: ${reason}` }]
      : []
  })
}

/**
 * Sets entries of a person in two statements. An entry with neither read nor write is removed; of two equal
 * ones the last counts.
 */
async function setEntries(context: AnyContext, userId: number, entries: readonly PermissionEntry[]) {
  const latest = new Map(
    entries.map((permissionEntry) => [
      `${permissionEntry.propertyId} ${permissionEntry.key}`,
      permissionEntry,
    ]),
  )
  const entryRows = sql`json_to_recordset(${JSON.stringify([...latest.values()])}::json)
    as e("propertyId" integer, key text, read boolean, write boolean)`
  const changed = await sql`
    insert into permission (user_id, property_id, key, read, write)
      select ${userId}::integer, e."propertyId", e.key, true, e.write from ${entryRows} where e.read
      or e.write
      order by 2, 3
    on conflict (user_id, key, property_id) do update set read = excluded.read, write = excluded.write
      where (permission.read, permission.write) is distinct from (excluded.read, excluded.write)`.execute(
    context.db,
  )
  const removed = await sql`delete from permission p using ${entryRows}
    where p.user_id = ${userId} and p.property_id = e."propertyId" and p.key = e.key and not (e.read
    or e.write)`.execute(context.db)
  return { changed: Number(changed.numAffectedRows ?? 0), removed: Number(removed.numAffectedRows ?? 0) }
}

/** Grants one entry to a person and returns it as stored. */
async function grantEntry(context: AnyContext, { userId, ...entry }: PermissionEntry & { userId: number }) {
  await lockManagedPerson(context, userId, mayGrant)
  const faults = await findGrantFaults(context, [entry], '')
  if (!entry.read && !entry.write) faults.push(NO_LEVEL)
  if (faults.length > 0) refuse.invalid(faults)
  await setEntries(context, userId, [entry])
  const { propertyId, key } = entry
  return (
    await loadEntries(
      context,
      sql`k.user_id = ${userId} and k.property_id = ${propertyId} and k.key = ${key}`,
    )
  )[0]!
}

/** SQL condition: the property is run by a company of the person `userId`. */
const isInCompaniesOf = (userId: number, property: ReturnType<typeof sql>) =>
  sql`exists (select 1 from property p where p.property_id = ${property}
    and p.management_company_id = any (kernel.companies_of(${userId})))`

/**
 * Gives a person the properties and permissions of a colleague, as far as the person's companies run the
 * properties, and never as main user. If the caller may not give one of the rights, all are refused.
 */
export async function copyGrants(context: AnyContext, userId: number, colleagueId: number): Promise<void> {
  await lockManagedPerson(context, userId, mayGrant)
  await loadVisiblePerson(context, colleagueId)
  const entries = await loadEntries(
    context,
    sql`k.user_id = ${colleagueId} and k.key <> 'Global_Admin'
      and ${isInCompaniesOf(userId, sql`k.property_id`)}`,
  )
  const [fault] = await findGrantFaults(context, entries, '')
  if (fault)
    refuse.invalid([{ field: 'rightsAsOf', message: `Properties and rights as of: ${fault.message}` }])
  await sql`insert into user_property (user_id, property_id, is_main)
    select ${userId}::integer, t.property_id, false from user_property t
    where t.user_id = ${colleagueId} and ${isInCompaniesOf(userId, sql`t.property_id`)}
    on conflict (user_id, property_id) do nothing`.execute(context.db)
  await setEntries(context, userId, entries)
}

async function loadEntries(context: AnyContext, condition: ReturnType<typeof sql>): Promise<PermissionRow[]> {
  const result =
    await sql<PermissionRow>`select k.permission_id, k.user_id, k.property_id, k.key, k.read, k.write
    from permission k where ${condition} order by k.user_id, k.property_id, k.key`.execute(context.db)
  return result.rows
}

/** SQL condition: the caller may see the property of the entry. Global_Admin entries count everywhere. */
const isVisibleEntrySql = sql`(k.key = 'Global_Admin' or exists (select 1 from property p
  where p.property_id = k.property_id))`

const updateHooks: CrudHooks = {
  before: async (_context, values, present) => {
    if (!present) return refuse.rule('Entries are made by CreateUserPermission.')
    const { read, write } = { ...present, ...values } as PermissionRow
    if (!read && !write) refuse.invalid([NO_LEVEL])
    if ((values.userId ?? present.userId) !== present.userId)
      refuse.invalid([{ field: 'userId', message: 'User: an entry stays with its person.' }])
    return { ...values, read: true }
  },
}
const { getModel, update, remove } = calls.permissions
const genericCalls: readonly unknown[] = [getModel, update, remove]
const generic = serveController(calls.permissions, updateHooks).filter(({ call }) =>
  genericCalls.includes(call),
)

async function loadTabs(context: AnyContext, propertyId: number) {
  const { actor } = context
  const result = await sql`select 1 from property where property_id = ${propertyId}`.execute(context.db)
  if (result.rows.length === 0) refuse.notFound('This property')
  const grants = await loadGrants(context, actor.userId)
  const writes = !isAgency(actor) || mayAsAgency(actor, 'write')
  return permissionKeys
    .filter((key) => key !== 'Global_Admin')
    .map((key) => ({
      propertyId,
      key,
      read: hasPermission(grants, key, 'read', propertyId),
      write: writes && hasPermission(grants, key, 'write', propertyId),
    }))
}

async function loadGrid(context: AnyContext, userId: number) {
  const person = await loadVisiblePerson(context, userId)
  const { userName, managementCompanyId, active, isAdmin, isManager, roleId } = person
  const properties = await sql<{
    propertyId: number
    propertyName: string
    agencyNumber: string | null
    managementCompanyName: string | null
    ofCompany: boolean
  }>`
    select p.property_id, p.name as property_name, p.agency_number, m.name as management_company_name,
      coalesce(p.management_company_id = any (${person.managementCompanyIds}::integer[]), false)
        or exists (select 1 from user_property t where t.user_id = ${userId}
        and t.property_id = p.property_id)
        or exists (select 1 from permission k where k.user_id = ${userId}
        and k.property_id = p.property_id) as of_company
    from property p left join management_company m using (management_company_id)
    where ${isManageableSql(context)} order by lower(p.name), p.property_id`.execute(context.db)
  const visibleIds = new Set(properties.rows.map((row) => row.propertyId))
  const { projects, mainUserProject, permissions, isMcAdmin } = await loadGrants(context, userId)
  const company = await sql<{ name: string }>`
    select name from management_company where management_company_id = ${managementCompanyId}`.execute(
    context.db,
  )
  return {
    userId,
    userName,
    name: `${person.firstName} ${person.lastName}`.trim(),
    managementCompanyId,
    managementCompanyName: company.rows[0]?.name ?? null,
    active,
    isAdmin,
    isManager,
    isMcAdmin,
    roles: roleId === null ? [] : [{ id: roleId, name: roleLabels[roleId] ?? '' }],
    projects: projects.filter((project) => visibleIds.has(project)),
    mainUserProject: mainUserProject.filter((number) => visibleIds.has(number)),
    permissions: permissions.filter(
      (permission) => permission.key === 'Global_Admin' || visibleIds.has(permission.propertyId),
    ),
    properties: properties.rows,
    mayManage: mayGrant(context.actor, person),
  }
}

/** The calls on permission entries. `declared` returns all calls of the portal. */
export const permissionHandlers = (declared: () => readonly Call[]): Served[] => [
  ...generic,
  serve(calls.permissions.create, async (context) => {
    const { userId = 0, propertyId = 0, key = 'Occupancy', read = false, write = false } = context.body
    return grantEntry(context, { userId, propertyId, key, read, write })
  }),
  serve(calls.createUserPermission, (context) => grantEntry(context, context.body)),
  serve(calls.getPermissions, (context) =>
    loadEntries(context, isAgency(context.actor) ? sql`true` : sql`k.user_id = ${context.actor.userId}`),
  ),
  serve(calls.getUserPermissions, async (context) => {
    const { userId } = await loadVisiblePerson(context, context.params.id)
    return loadEntries(context, sql`k.user_id = ${userId} and ${isVisibleEntrySql}`)
  }),
  serve(calls.getTabPermissions, (context) => loadTabs(context, context.params.id)),
  serve(calls.getPermissionGrid, (context) => loadGrid(context, context.params.userId)),
  serve(calls.getCallRules, async () =>
    declared().map(({ method, path, summary, access }) => ({ method, path, summary, access })),
  ),
  serve(calls.savePermissions, async (context) => {
    const { userId, permissions } = context.body
    const { id } = context.params
    const { managementCompanyIds } = await lockManagedPerson(context, userId, mayGrant)
    const isKnown = id === 0 ? managementCompanyIds.length === 0 : managementCompanyIds.includes(id)
    if (!isKnown || !(isAgency(context.actor) || worksFor(context.actor, id)))
      return refuse.notFound('This user of the company')
    const faults = await findGrantFaults(context, permissions, 'permissions.#.')
    if (faults.length > 0) refuse.invalid(faults.slice(0, 100))
    return setEntries(context, userId, permissions)
  }),
]
