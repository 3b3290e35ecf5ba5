import { sql } from 'kysely'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { sendMail } from '#kernel/server/outbox.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import {
  forgotPassword,
  forgotUserName,
  resetPassword,
  updatePassword,
  validatePasswordResetToken,
} from '../model/calls.ts'
import { passwordFaults } from '../model/passwords.ts'
import { hashPassword } from './hashing.ts'
import { checkedPerson } from './sessions.ts'

const RESET_HOURS = 2
const INVITE_DAYS = 7

/** Whom a link to choose a password goes to. */
export type Person = { userId: number; userName: string; email: string; firstName: string; lastName: string }

const personByName = (context: AnyContext, userName: string): Promise<Person | undefined> =>
  context.db
    .selectFrom('appUser')
    .select(['userId', 'userName', 'email', 'firstName', 'lastName'])
    .where(sql`lower(user_name)`, '=', userName.trim().toLowerCase())
    .where('active', '=', true)
    .executeTakeFirst()

const hoursFromNow = (context: AnyContext, hours: number): string =>
  new Date(context.services.now().getTime() + hours * 3_600_000).toISOString()

/** Makes a one-time link to choose a password; answers its address. */
async function passwordLink(
  context: AnyContext,
  person: { userId: number; userName: string },
  purpose: 'reset' | 'invite' | 'first administrator',
  hours: number,
): Promise<string> {
  const token = newToken()
  const expiresAt = hoursFromNow(context, hours)
  await sql`select secret.make_link(${tokenHash(token)}, ${person.userId}, ${purpose}, ${expiresAt})`.execute(
    context.db,
  )
  return `${context.services.config.publicUrl}/#/resetPassword?userName=${encodeURIComponent(person.userName)}&token=${token}`
}

/** Ends every link to choose a password that was mailed to this person and not used. */
export async function endLinks(context: AnyContext, userId: number): Promise<void> {
  await sql`select secret.end_links(${userId}, ${context.services.now().toISOString()})`.execute(context.db)
}

/** Mails the invitation to choose a password: a link that works once and ends after a week. Earlier links end now. */
export async function mailInvite(context: AnyContext, person: Person): Promise<void> {
  await endLinks(context, person.userId)
  await mailLink(context, person, 'invite')
}

async function mailLink(context: AnyContext, person: Person, purpose: 'reset' | 'invite'): Promise<void> {
  const invite = purpose === 'invite'
  const hours = invite ? INVITE_DAYS * 24 : RESET_HOURS
  const link = await passwordLink(context, person, purpose, hours)
  await sendMail(context, {
    expiresAt: hoursFromNow(context, hours),
    event: invite ? 'account.invite' : 'account.reset',
    recipients: [{ email: person.email, name: `${person.firstName} ${person.lastName}`.trim() }],
    subject: invite ? 'Your account in the housing portal' : 'Choose a new password',
    text: invite
      ? `An account has been made for you. Your user name is ${person.userName}.\n\nChoose your password here within ${INVITE_DAYS} days:\n${link}\n`
      : `Somebody asked for a new password for ${person.userName}. If it was you, choose one here within ${RESET_HOURS} hours:\n${link}\n\nIf it was not you, nothing needs to be done.\n`,
  })
}

/** The person a still usable link belongs to; undefined when it is unknown, used or too old. */
async function linkOwner(context: AnyContext, userName: string, token: string): Promise<number | undefined> {
  const found = await sql<{ userId: number | null }>`select secret.link_owner(${tokenHash(token)},
    ${userName.trim().toLowerCase()}, ${context.services.now().toISOString()}) as user_id`.execute(context.db)
  return found.rows[0]?.userId ?? undefined
}

const asFaults = (field: string, messages: string[]): Fault[] => messages.map((message) => ({ field, message }))

/** Ends every session of a person at once. */
export async function endSessions(context: AnyContext, userId: number): Promise<void> {
  await sql`select secret.end_sessions(${userId}, ${context.services.now().toISOString()})`.execute(context.db)
}

/** Stores a new password and ends every session of the person, so that a stolen one ends too. */
async function storePassword(context: AnyContext, userId: number, password: string): Promise<void> {
  const passwordHash = await hashPassword(password)
  const changedAt = context.services.now().toISOString()
  await sql`select secret.keep_password(${userId}, ${passwordHash}, ${changedAt})`.execute(context.db)
  await endSessions(context, userId)
}

export const passwordHandlers = [
  serve(forgotPassword, async (context) => {
    const person = await personByName(context, context.query.userName)
    if (person) await mailLink(context, person, 'reset')
    return true
  }),

  serve(forgotUserName, async (context) => {
    const address = context.query.email.trim().toLowerCase()
    const names = await context.db
      .selectFrom('appUser')
      .select('userName')
      .where(sql`lower(email)`, '=', address)
      .where('active', '=', true)
      .orderBy('userName')
      .execute()
    if (names.length > 0) {
      await sendMail(context, {
        event: 'account.userName',
        recipients: [{ email: address, name: '' }],
        subject: 'Your user name',
        text: `These user names are kept for this address:\n${names.map((one) => one.userName).join('\n')}\n`,
      })
    }
    return true
  }),

  serve(
    validatePasswordResetToken,
    async (context) => (await linkOwner(context, context.body.userName, context.body.token)) !== undefined,
  ),

  serve(resetPassword, async (context) => {
    const { userName, password, confirmPassword, token } = context.body
    const faults = asFaults('password', passwordFaults(password, userName))
    if (password !== confirmPassword) faults.push({ field: 'confirmPassword', message: 'The two passwords differ.' })
    const userId = await linkOwner(context, userName, token)
    if (userId === undefined) return refuse.rule('This link has been used or is too old. Ask for a new one.')
    if (faults.length > 0) refuse.invalid(faults)
    await storePassword(context, userId, password)
    await endLinks(context, userId)
    return true
  }),

  serve(updatePassword, async (context) => {
    const { userName, currentPassword, newPassword } = context.body
    const userId = await checkedPerson(context, userName, currentPassword)
    const messages = passwordFaults(newPassword, userName)
    if (newPassword === currentPassword) messages.push('Choose a password that differs from the present one.')
    if (messages.length > 0) refuse.invalid(asFaults('newPassword', messages))
    await storePassword(context, userId, newPassword)
    return true
  }),
]
