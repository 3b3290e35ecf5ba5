import { sql } from 'kysely'
import type pg from 'pg'
import { LINK_PLACE } from '#ground/correspondence/outbox/model/index.ts'
import { Refusal } from '#kernel/model/refusals.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { type Mail, sendMail } from '#kernel/server/outbox.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { allowSignIn } from './allowSignIn.ts'

const HOUR = 3_600_000
/** How long the links hold that open an account for the first time, and that replace a forgotten password. */
const HOURS = { invite: 7 * 24, reset: 2 } as const
const MOST_MAILS_AN_HOUR = 3

type Purpose = keyof typeof HOURS

/** Whom a link to choose a password goes to. */
export type Person = { userId: number; userName: string; email: string; firstName: string; lastName: string }

/**
 * A placeholder person for unknown names: the same work is done for it and undone, so that timing reveals
 * nothing.
 */
const nobody: Person = {
  userId: 0,
  userName: 'nobody',
  email: 'nobody@localhost',
  firstName: '',
  lastName: '',
}

const getAddress = (publicUrl: string, userName: string, token: string): string =>
  `${publicUrl}/#/resetPassword?userName=${encodeURIComponent(userName)}&token=${token}`

const getText = (purpose: Purpose, { userName }: Person): Pick<Mail, 'subject' | 'text'> =>
  purpose === 'invite'
    ? {
        subject: 'Your account in the housing portal',
        text: `An account has been made for you. Your user name is ${userName}.\n\nChoose your password here within 7 days:\n${LINK_PLACE}\n`,
      }
    : {
        subject: 'Choose a new password',
        text: `Somebody asked for a new password for ${userName}. If it was you, choose one here within ${HOURS.reset} hours:\n${LINK_PLACE}\n\nIf it was not you, nothing needs to be done.\n`,
      }

/** Makes a link that works once and mails it; earlier ones end. The mail log holds a mark in its place. */
async function mailLink(context: AnyContext, person: Person, purpose: Purpose): Promise<void> {
  const { config, now } = context.services
  const token = newToken()
  const expiresAt = new Date(now().getTime() + HOURS[purpose] * HOUR).toISOString()
  await allowSignIn(context)
  const result = await sql<{
    id: number | null
  }>`select secret.make_link(${tokenHash(token)}, ${person.userId}, ${purpose},
    ${getAddress(config.publicUrl, person.userName, token)}, ${expiresAt},
    ${now().toISOString()}) as id`.execute(context.db)
  await sendMail(context, {
    ...getText(purpose, person),
    event: `account.${purpose}`,
    recipients: [{ email: person.email, name: `${person.firstName} ${person.lastName}`.trim() }],
    entity: 'PasswordLink',
    rowId: result.rows[0]?.id ?? 0,
    expiresAt,
  })
}

/**
 * Records that such a mail was requested; false when enough were sent within the hour. Also accepts unknown
 * names.
 */
async function mayMail(context: AnyContext, kind: string, subject: string): Promise<boolean> {
  const noted = await sql<{ may: boolean }>`select secret.may_mail(${kind}, ${subject.slice(0, 254)},
    ${MOST_MAILS_AN_HOUR}) as may`.execute(context.db)
  return noted.rows[0]!.may
}

/**
 * Mails a link that anyone may request by name or address, at most a few times an hour. For an unknown name
 * the same statements run and are undone, so that timing reveals nothing.
 */
export async function mailAsked<T>(
  context: AnyContext,
  kind: string,
  recipient: string,
  find: () => Promise<T | undefined>,
  mail: (nonNullable: T | undefined) => Promise<void>,
): Promise<void> {
  if (!(await mayMail(context, kind, recipient))) return
  const nonNullable = await find()
  await context.transaction.query('savepoint asked')
  await mail(nonNullable)
  await context.transaction.query(
    nonNullable === undefined ? 'rollback to savepoint asked' : 'release savepoint asked',
  )
}

/** Mails a link to replace a forgotten password, or does the same work for an unknown name. */
export const mailReset = (context: AnyContext, person: Person | undefined): Promise<void> =>
  mailLink(context, person ?? nobody, 'reset')

/**
 * Mails the invitation to choose a password: a link that works once and ends after a week. Earlier links end
 * now.
 */
export async function mailInvite(context: AnyContext, person: Person): Promise<void> {
  if (!(await mayMail(context, 'invite', person.userName.toLowerCase())))
    throw new Refusal(
      'tooMany',
      `${MOST_MAILS_AN_HOUR} invitations went to this person within the hour. Try again later.`,
    )
  await mailLink(context, person, 'invite')
}

/** Ends every link to choose a password that was mailed to this person and not used. */
export async function endLinks(context: AnyContext, userId: number): Promise<void> {
  await sql`select secret.end_links(${userId}, ${context.services.now().toISOString()})`.execute(context.db)
}

/**
 * A link made on the server itself, to be printed: for an account by its name, or for the oldest active
 * administrator of the agency. Earlier links end. Throws when there is no such account.
 */
export async function printedLink(
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
    link: getAddress(publicUrl, person.userName, token),
    hours: HOURS[purpose],
  }
}

/**
 * The link by which the first administrator opens the portal: made once, 'made before' from then on, and null
 * once anybody has chosen a password. `npm run link` makes another.
 */
export async function firstLink(
  client: pg.ClientBase,
  publicUrl: string,
): Promise<string | 'made before' | null> {
  const { rows } = await client.query<{ chosen: boolean; made: boolean }>(
    `select exists (select from user_secret) as chosen,
       exists (select from password_token join app_user using (user_id) where is_admin) as made`,
  )
  if (rows[0]!.chosen) return null
  return rows[0]!.made ? 'made before' : (await printedLink(client, publicUrl)).link
}
