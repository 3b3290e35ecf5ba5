import { sql } from 'kysely'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { tokenHash } from '#kernel/server/auth.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import {
  forgotPassword,
  forgotUserName,
  resetPassword,
  updatePassword,
  validatePasswordResetToken,
} from '../model/calls.ts'
import { findPasswordFaults } from '../model/passwords.ts'
import { allowSignIn } from './allowSignIn.ts'
import { recordKnownDevice, requireCredentials } from './attempts.ts'
import { isCommon } from './commonPasswords.ts'
import { hashPassword } from './hashing.ts'
import { endLinks, type LinkRecipient, mailOnRequest, mailReset } from './links.ts'

const findActivePerson = (context: AnyContext, userName: string): Promise<LinkRecipient | undefined> =>
  context.db
    .selectFrom('appUser')
    .select(['userId', 'userName', 'email', 'firstName', 'lastName'])
    .where(sql`lower(user_name)`, '=', userName)
    .where('active', '=', true)
    .executeTakeFirst()

/** Whether a link still works for this user name. */
async function isUsable(context: AnyContext, userName: string, token: string): Promise<boolean> {
  const result = await sql<{ userId: number | null }>`select secret.link_owner(${tokenHash(token)},
    ${userName.trim().toLowerCase()}, ${context.services.now().toISOString()}) as user_id`.execute(context.db)
  return result.rows[0]?.userId != null
}

/**
 * Uses up a link and returns the id of its person. A refused password rolls this back with the transaction.
 */
async function consumeLink(context: AnyContext, userName: string, token: string): Promise<number> {
  const result = await sql<{ userId: number | null }>`select secret.use_link(${tokenHash(token)},
    ${userName.trim().toLowerCase()}, ${context.services.now().toISOString()}) as user_id`.execute(context.db)
  return result.rows[0]?.userId ?? refuse.rule('This link has been used or is too old. Ask for a new one.')
}

/** Returns why a password cannot be chosen, for its field; empty if it can. */
async function loadFaults(field: string, password: string, userName: string): Promise<Fault[]> {
  const messages = findPasswordFaults(password, userName)
  if (await isCommon(password))
    messages.push('This password is among those that are tried first. A few unrelated words are better.')
  return messages.map((message) => ({ field, message }))
}

/** Ends every session of a person immediately. */
export async function endSessions(context: AnyContext, userId: number): Promise<void> {
  await sql`select secret.end_sessions(${userId}, ${context.services.now().toISOString()})`.execute(
    context.db,
  )
}

/**
 * Stores a new password and ends the sessions, links and known devices of the old one. A change of an
 * existing password is mailed.
 */
async function storePassword(
  context: AnyContext,
  userId: number,
  { password, device }: { password: string; device?: string | undefined },
): Promise<void> {
  const passwordHash = await hashPassword(password)
  await allowSignIn(context)
  const result = await sql<{
    changed: boolean
  }>`select exists (select from secret.with_password() where user_id = ${userId})
    as changed, secret.keep_password(${userId}, ${passwordHash}, ${context.services.now().toISOString()}),
    secret.forget_devices(${userId})`.execute(context.db)
  await endSessions(context, userId)
  await endLinks(context, userId)
  await recordKnownDevice(context, userId, device)
  if (result.rows[0]?.changed) await mailChange(context, userId)
}

/** Mails a password change to the person, who can then notice a change by someone else. */
async function mailChange(context: AnyContext, userId: number): Promise<void> {
  const person = await context.db
    .selectFrom('appUser')
    .select(['userName', 'email', sql<string>`trim(first_name || ' ' || last_name)`.as('name')])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  await sendMail(context, {
    event: 'account.password',
    recipients: [{ email: person.email, name: person.name }],
    subject: 'Your password was changed',
    text: `The password of ${person.userName} in the housing portal was changed. Every session with the old one was signed out.\n\nIf it was not you, choose a new one at once and let the agency know:\n${context.services.config.publicUrl}/#/forgotPassword\n`,
  })
}

/** The calls that mail password links and user names, and that set passwords. */
export const passwordHandlers = [
  serve(forgotPassword, async (context) => {
    const name = context.query.userName.trim().toLowerCase()
    await mailOnRequest(
      context,
      'reset',
      name,
      () => findActivePerson(context, name),
      (person) => mailReset(context, person),
    )
    return true
  }),

  serve(forgotUserName, async (context) => {
    const address = context.query.email.trim().toLowerCase()
    const find = async () => {
      const names = await context.db
        .selectFrom('appUser')
        .select('userName')
        .where(sql`lower(email)`, '=', address)
        .where('active', '=', true)
        .orderBy('userName')
        .execute()
      return names.length > 0 ? names.map((name) => name.userName) : undefined
    }
    await mailOnRequest(context, 'userName', address, find, (names = []) =>
      sendMail(context, {
        event: 'account.userName',
        recipients: [{ email: address, name: '' }],
        subject: 'Your user name',
        text: `These user names belong to this address:\n${names.join('\n')}\n`,
      }),
    )
    return true
  }),

  serve(validatePasswordResetToken, (context) =>
    isUsable(context, context.body.userName, context.body.token),
  ),

  serve(resetPassword, async (context) => {
    const { userName, password, confirmPassword, token, device } = context.body
    const faults = await loadFaults('password', password, userName)
    if (password !== confirmPassword)
      faults.push({ field: 'confirmPassword', message: 'The two passwords differ.' })
    const userId = await consumeLink(context, userName, token)
    if (faults.length > 0) refuse.invalid(faults)
    await storePassword(context, userId, { password, device })
    return true
  }),

  serve(updatePassword, async (context) => {
    const { userName, currentPassword, newPassword, device } = context.body
    const userId = await requireCredentials(context, userName, currentPassword, device)
    const faults = await loadFaults('newPassword', newPassword, userName)
    if (newPassword === currentPassword)
      faults.push({ field: 'newPassword', message: 'Choose a password that differs from the present one.' })
    if (faults.length > 0) refuse.invalid(faults)
    await storePassword(context, userId, { password: newPassword, device })
    return true
  }),
]
