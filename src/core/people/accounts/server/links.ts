import { sql } from 'kysely'
import type pg from 'pg'
import { LINK_PLACEHOLDER } from '#core/correspondence/outbox/model/index.ts'
import { Refusal } from '#kernel/model/refusals.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { type Mail, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { allowSignIn } from './allowSignIn.ts'

const HOUR = 3_600_000
/** How many hours a link works that opens a new account, or that replaces a forgotten password. */
const HOURS = { invite: 7 * 24, reset: 2 } as const
const MOST_MAILS_AN_HOUR = 3

type Purpose = keyof typeof HOURS

/** A person who receives a link to choose a password. */
export type LinkRecipient = {
  userId: number
  userName: string
  email: string
  firstName: string
  lastName: string
}

/**
 * A placeholder for unknown names. The same work is done for it and undone, so that the response time
 * reveals nothing.
 */
const placeholderPerson: LinkRecipient = {
  userId: 0,
  userName: 'nobody',
  email: 'nobody@localhost',
  firstName: '',
  lastName: '',
}

const buildLinkAddress = (publicUrl: string, userName: string, token: string): string =>
  `${publicUrl}/#/resetPassword?userName=${encodeURIComponent(userName)}&token=${token}`

const buildMailText = (purpose: Purpose, { userName }: LinkRecipient): Pick<Mail, 'subject' | 'text'> =>
  purpose === 'invite'
    ? {
        subject: 'Your account in the housing portal',
        text: `An account has been made for you. Your user name is ${userName}.\n\nChoose your password here within 7 days:\n${LINK_PLACEHOLDER}\n`,
      }
    : {
        subject: 'Choose a new password',
        text: `Somebody asked for a new password for ${userName}. If it was you, choose one here within ${HOURS.reset} hours:\n${LINK_PLACEHOLDER}\n\nIf it was not you, nothing needs to be done.\n`,
      }

/**
 * Creates a link that works once, ends earlier ones and mails it. The mail log stores a placeholder instead
 * of the link.
 */
async function mailLink(context: AnyContext, person: LinkRecipient, purpose: Purpose): Promise<void> {
  const { config, now } = context.services
  const token = newToken()
  const expiresAt = new Date(now().getTime() + HOURS[purpose] * HOUR).toISOString()
  await allowSignIn(context)
  const result = await sql<{
    id: number | null
  }>`select secret.make_link(${tokenHash(token)}, ${person.userId}, ${purpose},
    ${buildLinkAddress(config.publicUrl, person.userName, token)}, ${expiresAt},
    ${now().toISOString()}) as id`.execute(context.db)
  await sendMail(context, {
    ...buildMailText(purpose, person),
    event: `account.${purpose}`,
    recipients: [{ email: person.email, name: `${person.firstName} ${person.lastName}`.trim() }],
    entity: 'PasswordLink',
    rowId: result.rows[0]?.id ?? 0,
    expiresAt,
  })
}

/**
 * Records that such a mail was requested. Returns false if the hour's limit is reached. Also accepts
 * unknown names.
 */
async function mayMail(context: AnyContext, kind: string, subject: string): Promise<boolean> {
  const noted = await sql<{ may: boolean }>`select secret.may_mail(${kind}, ${subject.slice(0, 254)},
    ${MOST_MAILS_AN_HOUR}) as may`.execute(context.db)
  return noted.rows[0]!.may
}

/**
 * Sends a mail that anyone may request by name or address, at most three an hour. For an unknown name the
 * same statements run and are undone, so that the response time reveals nothing.
 */
export async function mailOnRequest<T>(
  context: AnyContext,
  kind: string,
  recipient: string,
  find: () => Promise<T | undefined>,
  mail: (match: T | undefined) => Promise<void>,
): Promise<void> {
  if (!(await mayMail(context, kind, recipient))) return
  const match = await find()
  await context.transaction.query('savepoint asked')
  await mail(match)
  await context.transaction.query(
    match === undefined ? 'rollback to savepoint asked' : 'release savepoint asked',
  )
}

/**
 * Mails a link to replace a forgotten password. For an unknown name it does the same work with a
 * placeholder.
 */
export const mailReset = (context: AnyContext, person: LinkRecipient | undefined): Promise<void> =>
  mailLink(context, person ?? placeholderPerson, 'reset')

/**
 * Mails the invitation to choose a password: a link that works once and for a week. Earlier links end now.
 */
export async function mailInvite(context: AnyContext, person: LinkRecipient): Promise<void> {
  if (!(await mayMail(context, 'invite', person.userName.toLowerCase())))
    throw new Refusal(
      'tooMany',
      `${MOST_MAILS_AN_HOUR} invitations went to this person within the hour. Try again later.`,
    )
  await mailLink(context, person, 'invite')
}

/** Ends every unused link to choose a password that was mailed to this person. */
export async function endLinks(context: AnyContext, userId: number): Promise<void> {
  await sql`select secret.end_links(${userId}, ${context.services.now().toISOString()})`.execute(context.db)
}

/**
 * Creates a link for printing on the server: for an account by its name, or for the oldest active
 * administrator of the agency. Earlier links end. Throws if there is no such account.
 */
export async function createPrintedLink(
  client: pg.ClientBase,
  publicUrl: string,
  userName?: string,
): Promise<{ userName: string; link: string; hours: number }> {
  const result = await client.query<{ userId: number; userName: string; hasPassword: boolean }>(
    `select user_id as "userId", user_name as "userName",
       exists (select from user_secret s where s.user_id = u.user_id) as "hasPassword"
     from app_user u where active and case when $1::text is null
       then is_admin and exists (select from user_role r where r.user_id = u.user_id and r.role_id = 1)
       else lower(user_name) = lower($1) end
     order by user_id limit 1`,
    [userName ?? null],
  )
  const person = result.rows[0]
  if (!person)
    throw new Error(userName ? `There is no active account ${userName}.` : 'There is no administrator.')
  const purpose = person.hasPassword ? 'reset' : 'invite'
  const token = newToken()
  await client.query(
    'select secret.make_link($1, $2, $3, null, clock_timestamp() + make_interval(hours => $4), clock_timestamp())',
    [tokenHash(token), person.userId, purpose, HOURS[purpose]],
  )
  return {
    userName: person.userName,
    link: buildLinkAddress(publicUrl, person.userName, token),
    hours: HOURS[purpose],
  }
}

/**
 * Returns the link by which the first administrator opens the portal, 'made before' if it exists already,
 * or null if anyone has a password. `npm run link` makes another.
 */
export async function createFirstLink(
  client: pg.ClientBase,
  publicUrl: string,
): Promise<string | 'made before' | null> {
  const { rows } = await client.query<{ chosen: boolean; made: boolean }>(
    `select exists (select from user_secret) as chosen,
       exists (select from password_token join app_user using (user_id) where is_admin) as made`,
  )
  if (rows[0]!.chosen) return null
  return rows[0]!.made ? 'made before' : (await createPrintedLink(client, publicUrl)).link
}
