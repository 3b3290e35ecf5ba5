import { sql } from 'kysely'
import {
  checkCredentials,
  endLinks,
  endSessions,
  loadGrants,
  mailInvite,
} from '#core/people/accounts/server/index.ts'
import { isAgency, roles, runsCompany } from '#kernel/model/access.ts'
import { getFieldMeta, REQUIRED } from '#kernel/model/field.ts'
import { type Fault, Refusal, refuse } from '#kernel/model/refusals.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import { insertRow, refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { AppUser } from '../model/entities.ts'
import { hasMoreRights } from '../model/grants.ts'
import { findAccountFaults } from '../model/rules.ts'
import { lockManagedPerson, type PersonRow } from './find.ts'
import { leaveCompany, refuseLastAdministrator } from './leave.ts'

/** The values of an account that a caller sends. Missing fields stay unchanged. */
export type AccountPayload = Partial<
  Omit<PersonRow, 'userId' | 'roleId' | 'managementCompanyIds' | 'createdAt' | 'removedAt'>
> & { role?: number; currentPassword?: string }

type Account = Omit<PersonRow, 'userId' | 'managementCompanyIds' | 'version' | 'createdAt' | 'removedAt'>

const blank: Account = {
  userName: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: null,
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  isInspector: false,
  kcSl: null,
  managementCompanyId: null,
  active: true,
  roleId: roles.generalUser,
}
const textFields = ['userName', 'firstName', 'lastName', 'email'] as const

/** Merges the payload into the stored row, with texts trimmed and empty choices as null. */
function mergePayload(context: AnyContext, present: PersonRow | null, payload: AccountPayload): Account {
  const { role, version: _, currentPassword: __, ...remaining } = payload
  const changes = Object.fromEntries(Object.entries(remaining).filter(([, value]) => value !== undefined))
  const before: Account = present ?? blank
  const account: Account = { ...before, ...changes, roleId: role ?? before.roleId }
  for (const name of textFields) account[name] = (account[name] ?? '').trim()
  account.managementCompanyId ||= null
  if (!present && !isAgency(context.actor))
    account.managementCompanyId ??= context.actor.managementCompanyIds[0] ?? null
  account.kcSl ||= null
  const names = Object.keys(blank) as (keyof Account)[]
  return Object.fromEntries(names.map((name) => [name, account[name]])) as Account
}

function findTextFaults(account: Account): Fault[] {
  const getLabel = (name: (typeof textFields)[number]) => getFieldMeta(AppUser.fields[name])?.label ?? name
  const faults = textFields
    .filter((name) => account[name] === '')
    .map((field) => ({ field, message: `${getLabel(field)}: ${REQUIRED}` }))
  if (/\s/.test(account.userName))
    faults.push({ field: 'userName', message: 'User name: write it without spaces.' })
  return faults
}

const agencyFields = ['isAdmin', 'isManager', 'isInspector', 'kcSl'] as const

/**
 * Finds changes by a company's primary user outside of their own company or beyond their own rights
 * (PER-04, PER-19).
 */
async function findForbiddenChanges(
  context: AnyContext,
  present: PersonRow | null,
  account: Account,
): Promise<Fault[]> {
  const { actor } = context
  if (isAgency(actor)) return []
  const faults: Fault[] = []
  const addFault = (field: string, message: string) => faults.push({ field, message })
  if (!runsCompany(actor, account.managementCompanyId))
    addFault('managementCompanyId', 'Management company: you look after the people of your own company.')
  if (account.roleId === roles.agencyWrite || account.roleId === roles.agencyRead)
    addFault('role', 'Role: roles of the agency are given by the agency.')
  for (const field of agencyFields) {
    if (account[field] && account[field] !== (present?.[field] ?? null))
      addFault(field, `${getFieldMeta(AppUser.fields[field])?.label}: given by the agency alone.`)
  }
  const wasAdministrator = present?.isMcAdmin ?? false
  if (!actor.isMcAdmin && account.isMcAdmin !== wasAdministrator)
    addFault(
      'isMcAdmin',
      'Company administrator: only an administrator of the company or the agency changes this.',
    )
  if (
    present &&
    account.email.toLowerCase() !== present.email.toLowerCase() &&
    present.userId !== actor.userId
  ) {
    const [personGrants, ownGrants] = [
      await loadGrants(context, present.userId),
      await loadGrants(context, actor.userId),
    ]
    // Links to choose a password go to this address, so a person who changes it can take over the account.
    if (hasMoreRights(personGrants, ownGrants))
      addFault('email', 'E-mail: this person may do more than you. Ask the agency to change the address.')
  }
  return faults
}

/** Finds a name or address that another person has, and a company that does not exist. */
async function findTakenFaults(context: AnyContext, userId: number, account: Account): Promise<Fault[]> {
  const { userName, email, managementCompanyId, active } = account
  const result = await sql<{ name: boolean; address: boolean; company: boolean }>`
    select exists (select 1 from app_user where lower(user_name) = lower(${userName})
    and user_id <> ${userId}) as name,
      exists (select 1 from app_user where lower(email) = lower(${email}) and user_id <> ${userId}
      and active) as address,
      exists (select 1 from management_company
      where management_company_id = ${managementCompanyId}) as company`.execute(context.db)
  const { name, address, company } = result.rows[0]!
  const faults: Fault[] = []
  if (name) faults.push(nameTaken)
  if (address && active) faults.push(addressTaken)
  if (managementCompanyId !== null && !company)
    faults.push({ field: 'managementCompanyId', message: 'Management company: choose one from the list.' })
  return faults
}
const nameTaken: Fault = {
  field: 'userName',
  message: 'User name: another person has this name (capital and small letters are the same).',
}
const addressTaken: Fault = { field: 'email', message: 'E-mail: another active user has this address.' }

/** Turns the unique violation of two concurrent saves into the fault that the later one would have got. */
function refuseTaken(error: unknown): never {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code === '23505' && constraint === 'app_user_name') refuse.invalid([nameTaken])
  if (code === '23505' && constraint === 'app_user_one_email') refuse.invalid([addressTaken])
  throw error
}

/**
 * Stores the one role of a person. Of several roles, which only an import can create, only the effective
 * one remains.
 */
async function storeRole(
  context: AnyContext,
  userId: number,
  roleId: number,
  before: number | null,
): Promise<void> {
  if (before === null) {
    await context.db.insertInto('userRole').values({ userId, roleId }).execute()
    return
  }
  await context.db.deleteFrom('userRole').where('userId', '=', userId).where('roleId', '<>', before).execute()
  await context.db.updateTable('userRole').set({ roleId }).where('userId', '=', userId).execute()
}

const isAdministrator = (account: Account): boolean =>
  account.active && account.isAdmin && account.roleId === roles.agencyWrite

/**
 * Ends the sessions, links and memberships that an account loses by a change, and refuses to close the last
 * administrator.
 */
async function endLostAccess(context: AnyContext, present: PersonRow, account: Account): Promise<void> {
  const isClosed = present.active && !account.active
  if (isClosed && present.userId === context.actor.userId)
    refuse.rule('You cannot close your own account.', [
      { field: 'active', message: 'You cannot close your own account.' },
    ])
  if (isAdministrator(present) && !isAdministrator(account))
    await refuseLastAdministrator(context, present.userId, account.active ? 'isAdmin' : 'active')
  if (isClosed) await endSessions(context, present.userId)
  if (isClosed || hasNewAddress(present, account)) await endLinks(context, present.userId)
  // A new company replaces the first one; no company means that the person leaves all.
  const { managementCompanyId: company } = account
  const managementCompanyIds = company === null ? present.managementCompanyIds : [present.managementCompanyId]
  for (const managementCompanyId of managementCompanyIds)
    if (managementCompanyId !== null && managementCompanyId !== company)
      await leaveCompany(context, present.userId, managementCompanyId)
}

async function checkAccount(
  context: AnyContext,
  present: PersonRow | null,
  payload: AccountPayload,
): Promise<Account> {
  const account = mergePayload(context, present, payload)
  const faults = [
    ...findTextFaults(account),
    ...findAccountFaults(account),
    ...(await findForbiddenChanges(context, present, account)),
    ...(await findTakenFaults(context, present?.userId ?? 0, account)),
  ]
  if (faults.length > 0) refuse.invalid(faults)
  return account
}

/** Creates an account, mails its invitation and returns its id. Refuses with every fault at its field. */
export async function registerPerson(context: AnyContext, payload: AccountPayload): Promise<number> {
  const { roleId, ...values } = await checkAccount(context, null, payload)
  const personRow = await insertRow(context, AppUser, values).catch(refuseTaken)
  await storeRole(context, personRow.userId, roleId ?? roles.generalUser, null)
  await mailInvite(context, personRow)
  return personRow.userId
}

const hasNewAddress = (present: PersonRow, account: { email: string }): boolean =>
  present.email.toLowerCase() !== account.email.toLowerCase()

/**
 * Requires the password for a change of one's own address: a stolen session must not be enough to redirect
 * the links that set a password.
 */
async function confirmOwnAddress(
  context: AnyContext,
  present: PersonRow,
  account: Account,
  password = '',
): Promise<void> {
  if (present.userId !== context.actor.userId || !hasNewAddress(present, account)) return
  if (password && (await checkCredentials(context, present.userName, password)) !== null) return
  const message = password
    ? 'Your password is not right.'
    : 'Type your password to change your e-mail address.'
  throw new Refusal('invalid', message, [{ field: 'currentPassword', message }], true)
}

/** Mails the change to the old address, so that a person who did not ask for it learns of it. */
async function notifyOldAddress(context: AnyContext, present: PersonRow): Promise<void> {
  await sendMail(context, {
    event: 'account.address',
    recipients: [{ email: present.email, name: `${present.firstName} ${present.lastName}`.trim() }],
    subject: 'The e-mail address of your account was changed',
    text: `The e-mail address of ${present.userName} in the housing portal was changed by ${context.actor.name || context.actor.userName}. News and links to choose a password no longer come here.\n\nIf you did not expect this, let the agency know at once.\n`,
  })
}

/**
 * Changes an account that the caller may manage, and returns its id. Refuses with every fault at its field.
 */
export async function changePerson(
  context: AnyContext,
  userId: number,
  payload: AccountPayload,
): Promise<number> {
  const present = await lockManagedPerson(context, userId)
  await refuseStaleVersion(context, AppUser, userId, payload.version, present.version)
  const account = await checkAccount(context, present, payload)
  await confirmOwnAddress(context, present, account, payload.currentPassword)
  await endLostAccess(context, present, account)
  if (hasNewAddress(present, account)) await notifyOldAddress(context, present)
  const { roleId, ...values } = account
  await updateRow(context, AppUser, userId, values).catch(refuseTaken)
  if (roleId !== null && roleId !== present.roleId) await storeRole(context, userId, roleId, present.roleId)
  return userId
}
