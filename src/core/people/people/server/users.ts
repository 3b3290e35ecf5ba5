import { sql } from 'kysely'
import { isSlowedDown, mailInvite } from '#core/people/accounts/server/index.ts'
import { type Actor, isAgency, worksFor } from '#kernel/model/access.ts'
import { selectRows } from '#kernel/model/listQuery.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import type { UserDetail } from '../model/entities.ts'
import { roleLabels, UserStatus } from '../model/rules.ts'
import * as find from './find.ts'
import { removeFromCompany, removePerson } from './leave.ts'
import { loadPeoplePage } from './page.ts'
import { copyGrants } from './permissions.ts'
import { type AccountPayload, changePerson, registerPerson } from './store.ts'

/** Loads a person with all data of their screen. */
async function loadDetail(context: AnyContext, userId: number): Promise<UserDetail> {
  const person = await find.loadVisiblePerson(context, userId)
  const [line] = await find.loadPeopleLines(context, sql`u.user_id = ${userId}`)
  if (!line) return refuse.notFound('This user')
  const properties = await context.db
    .selectFrom('userProperty')
    .innerJoin('property', 'property.propertyId', 'userProperty.propertyId')
    .select(['property.propertyId', 'property.name as propertyName', 'property.agencyNumber', 'isMain'])
    .where('userId', '=', userId)
    .orderBy(sql`lower(property.name)`)
    .execute()
  const invitation = await sql<{ until: string | null }>`
    select secret.invited_until(${userId}, ${context.services.now().toISOString()}) as until`.execute(
    context.db,
  )
  return {
    ...line,
    version: person.version,
    createdAt: person.createdAt,
    invitedUntil: line.status === UserStatus.Invited ? (invitation.rows[0]?.until ?? null) : null,
    role: line.roleId,
    signInSlowed: await isSlowedDown(context, person.userName),
    properties,
    mayManage: find.mayManage(context.actor, person),
  }
}

async function isTaken(context: AnyContext, userName: string, exceptUserId: number): Promise<boolean> {
  const result = await sql`select 1 from app_user where lower(user_name) = ${userName.trim().toLowerCase()}
    and user_id <> ${exceptUserId}`.execute(context.db)
  return result.rows.length > 0
}

const { getModel, getOne } = calls.users
const generic = serveController(calls.users).filter(({ call }) => call === getModel || call === getOne)

async function loadStoredRow(context: AnyContext, userId: number) {
  const { roleId: _, managementCompanyIds: __, ...row } = await find.loadVisiblePerson(context, userId)
  return row
}

const changeHandlers: Served[] = [
  serve(calls.users.create, async (context) =>
    loadStoredRow(context, await registerPerson(context, context.body as AccountPayload)),
  ),
  serve(calls.users.update, async (context) => {
    const { userId, ...payload } = context.body
    if (userId === undefined) return refuse.invalid([{ field: 'userId', message: '*Field is required' }])
    return loadStoredRow(context, await changePerson(context, userId, payload as AccountPayload))
  }),
  serve(calls.users.remove, (context) => removePerson(context, context.params.id)),
  serve(calls.deleteUser, (context) => {
    const userId = context.params.userId ?? context.query.userId ?? context.query.id
    if (userId === undefined)
      return refuse.invalid([{ field: 'userId', message: 'User: *Field is required' }])
    return removePerson(context, userId)
  }),
  serve(calls.removeUserFromUserList, (context) => removeFromCompany(context, context.params.id)),
  serve(calls.register, async (context) => {
    const { rightsAsOf, ...payload } = context.body
    const userId = await registerPerson(context, payload)
    if (rightsAsOf) await copyGrants(context, userId, rightsAsOf)
    return loadDetail(context, userId)
  }),
  serve(calls.editUser, async (context) => {
    const { userId, id, ...payload } = context.body
    const accountId = userId ?? id
    if (accountId === undefined)
      return refuse.invalid([{ field: 'userId', message: 'User: *Field is required' }])
    return loadDetail(context, await changePerson(context, accountId, payload))
  }),
  serve(calls.createUserRole, async (context) => {
    const { userId, roleId } = context.body
    await changePerson(context, userId, { role: roleId })
    return [{ id: roleId, name: roleLabels[roleId] ?? '' }]
  }),
  serve(calls.resendInvite, async (context) => {
    const [line] = await find.loadPeopleLines(
      context,
      sql`lower(u.user_name) = ${context.query.userName.trim().toLowerCase()}`,
    )
    const person = await find.lockManagedPerson(context, line?.userId ?? 0)
    if (!person.active) return refuse.rule('This account is not active. Activate it first.')
    await mailInvite(context, person)
    return true
  }),
]

const hasStatusSql = (actor: Actor, status: number) =>
  sql<boolean>`${find.isOwnCompanyPersonSql(actor)} and ${find.userStatusSql} = ${status}`

const readHandlers: Served[] = [
  serve(calls.users.getAll, async ({ db, query }) =>
    selectRows(
      await db.selectFrom('appUser').selectAll().where('removedAt', 'is', null).orderBy('userId').execute(),
      query,
    ),
  ),
  serve(calls.getUserInfo, (context) => loadDetail(context, context.query.userId || context.actor.userId)),
  serve(calls.getAllUsers, (context) => find.loadPeopleLines(context, sql`true`)),
  serve(calls.getPeoplePage, (context) => loadPeoplePage(context, context.query)),
  serve(calls.getAllAgencyUsers, (context) => find.loadPeopleLines(context, find.isAgencyPersonSql)),
  serve(calls.getMcUsers, (context) =>
    find.loadPeopleLines(context, find.isOwnCompanyPersonSql(context.actor)),
  ),
  serve(calls.getMcUsersByStatus, (context) =>
    find.loadPeopleLines(context, hasStatusSql(context.actor, context.params.status)),
  ),
  serve(calls.getAllMcUsers, (context) => {
    const { managementCompanyId } = context.params
    if (!isAgency(context.actor) && !worksFor(context.actor, managementCompanyId))
      return refuse.notFound('This management company')
    return find.loadPeopleLines(
      context,
      sql`${find.isCompanyPersonSql} and u.user_id = any (kernel.people_of(${managementCompanyId}))`,
    )
  }),
  serve(calls.getByUserName, async (context) => {
    const name = context.params.name.trim().toLowerCase()
    const [line] = await find.loadPeopleLines(
      context,
      sql`lower(u.user_name) = ${name} and ${find.isVisiblePersonSql(context.actor)}`,
    )
    return line ?? refuse.notFound('This user')
  }),
  serve(calls.isUserNameTaken, (context) => isTaken(context, context.params.name, 0)),
  serve(calls.isUserNameTakenByUser, (context) =>
    isTaken(context, context.body.userName, context.body.userId),
  ),
  serve(calls.getSystemAdmin, async (context) => {
    const { id } = context.params
    const peopleLines = await find.loadPeopleLines(
      context,
      sql`r.role_id = 1 and u.is_admin and u.active and ${id} in (0, u.user_id)`,
    )
    return peopleLines.map(({ userId, name, email, phone }) => ({ userId, name, email, phone }))
  }),
  serve(calls.getOwnerManagedProjectsByUser, ({ db }) =>
    db
      .selectFrom('property')
      .select(['propertyId', 'name as propertyName', 'agencyNumber'])
      .where('ownerManaged', '=', true)
      .orderBy(sql`lower(name)`)
      .execute(),
  ),
]

/** The calls that read and change accounts. */
export const userHandlers: Served[] = [...generic, ...changeHandlers, ...readHandlers]
