import { once } from 'node:events'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { asSystem, type Transaction } from '#kernel/server/database.ts'
import { notify } from '#kernel/server/events.ts'
import type { Delivery, MailFile, Recipient } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { LINK_PLACEHOLDER } from '../model/calls.ts'
import { convertTextToHtml } from '../model/html.ts'
import { mailSettings } from '../model/settings.ts'
import { DomainTroubles, getConnections, getWaitingDomains, isFull, type Lane, lanes } from './lanes.ts'
import { loadObjectionsAddress } from './objections.ts'
import { buildMailPage } from './page.ts'

type DueRow = {
  outboxId: number
  recipients: Recipient[]
  subject: string
  bodyText: string
  bodyHtml: string | null
  attachments: MailFile[]
  attempts: number
  createdAt: string
  emailId: number | null
  /**
   * For a mail with a password link: the id of the `PasswordLink`, and the link that replaces its placeholder
   * until it expires.
   */
  passwordLink: number | null
  link: string | null
  /** The user who sent the bulk mail that this mail belongs to. */
  sender: number | null
  /** The address for people who object to bulk mails. */
  objections: string
}

const LINK_EXPIRED = 'Not sent: its link has ended.'
const FIRST_RETRY_SECONDS = 5
const MAX_RETRY_SECONDS = 3600
const MIN_PERMANENT_CODE = 500

/** Returns the seconds to wait after `attempts` failures. They double each time, up to an hour. */
export const computeRetryDelay = (attempts: number): number =>
  Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, attempts - 1), MAX_RETRY_SECONDS)

/** The time limit of one attempt; a claimed mail is reserved for `CLAIM_SECONDS`. */
const ATTEMPT_MILLISECONDS = 50_000
const CLAIM_SECONDS = 90
/** The time that a mail in progress gets when the portal stops. */
const CLOSING_MILLISECONDS = 2000
const TRANSPORT = { pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 45_000 }

/**
 * Delivers due mails of the outbox through SMTP. Several postmen may run at once: each claims a mail's row
 * for a time, and uses no database resource while it talks to the mail server. An interrupted mail is sent
 * again once its claim ends. Bulk mails respect the agency's limit a minute, with a tolerance of one for each
 * worker.
 */
export class Mailer implements Delivery {
  readonly #pool: pg.Pool
  readonly #services: Services
  readonly #lanes: readonly Lane[]
  readonly #troubles = new DomainTroubles()
  readonly #closing = new AbortController()
  readonly #ending = new AbortController()

  constructor(pool: pg.Pool, services: Services, smtpUrl: string) {
    this.#pool = pool
    this.#services = services
    this.#lanes = lanes.map((lane) => {
      const options = { url: smtpUrl, maxConnections: getConnections(lane), ...TRANSPORT }
      const transport = createTransport(options as unknown as string)
      return { ...lane, transport, underWay: new Map(), turn: Promise.resolve() }
    })
  }

  async deliverDue(): Promise<number> {
    await asSystem(this.#pool, 'give up old mail', (transaction) => this.#giveUpOld(transaction))
    const counts = await Promise.all(this.#lanes.map((lane) => this.#clear(lane)))
    return counts.reduce((sum, number) => sum + number, 0)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    const timer = setTimeout(() => this.#ending.abort(), CLOSING_MILLISECONDS)
    // Also wait for mails that are just being claimed.
    const claims = Promise.allSettled(this.#lanes.map(({ turn }) => turn))
    await Promise.race([claims, once(this.#ending.signal, 'abort')])
    await Promise.allSettled(this.#lanes.flatMap((lane) => [...lane.underWay.keys()]))
    clearTimeout(timer)
    for (const { transport } of this.#lanes) transport.close()
  }

  /** Sends the mails of a lane until none is due, and returns how many were sent. */
  async #clear(lane: Lane): Promise<number> {
    const ownAttempts = new Set<Promise<boolean>>()
    let sentCount = 0
    for (;;) {
      const started = await this.#next(lane)
      if (started) {
        ownAttempts.add(started.attempt)
        continue
      }
      if (ownAttempts.size === 0) return sentCount
      const { attempt, wasSent } = await Promise.race(
        [...ownAttempts].map(async (item) => ({ attempt: item, wasSent: await item })),
      )
      ownAttempts.delete(attempt)
      if (wasSent) sentCount += 1
    }
  }

  /** Starts the next mail of a lane. Returns null if the lane is full or no mail is due. */
  #next(lane: Lane): Promise<{ attempt: Promise<boolean> } | null> {
    const begin = async () => {
      if (isFull(lane) || this.#closing.signal.aborted) return null
      const mail = await this.#claim(lane)
      if (!mail) return null
      const attempt = this.#attempt(lane, mail).finally(() => lane.underWay.delete(attempt))
      lane.underWay.set(attempt, { domain: getDomain(mail), since: Date.now() })
      return { attempt }
    }
    const turn = lane.turn.then(begin)
    lane.turn = turn.catch(() => undefined)
    return turn
  }

  /**
   * Gives up mails that waited too long. An expired link is useless, and mails stored without a mail server
   * must not all arrive once one is configured.
   */
  async #giveUpOld(transaction: Transaction): Promise<void> {
    const days = await new Settings(transaction, this.#services).get(mailSettings.oldestDays)
    await transaction.query(
      `update outbox o set given_up_at = clock_timestamp(), last_error = case when ended then $3 else 'Not sent, too old.' end
       from (select outbox_id, ended from outbox w, lateral (select coalesce(expires_at <= $1::timestamptz, false)
             or (entity = 'PasswordLink' and secret.link_to_mail(row_id, $1::timestamptz) is null) as ended) e
           where sent_at is null and given_up_at is null
             and (ended or queued_at < clock_timestamp() - make_interval(days => $2::integer))
           for update of w skip locked) old
       where old.outbox_id = o.outbox_id`,
      [this.#services.now().toISOString(), days, LINK_EXPIRED],
    )
  }

  /**
   * Claims the oldest due mail of a lane. It skips bulk mails if the agency's limit for the last minute is
   * reached, and domains that have to wait; see {@link getWaitingDomains}.
   */
  #claim(lane: Lane): Promise<DueRow | undefined> {
    const busy = getWaitingDomains(lane, this.#troubles.list())
    return asSystem(this.#pool, 'claim mail', async (transaction) => {
      const settings = new Settings(transaction, this.#services)
      const perMinute = await settings.get(mailSettings.perMinute)
      const claimResult = await transaction.query<Omit<DueRow, 'objections'>>(
        `update outbox o set next_attempt_at = clock_timestamp() + make_interval(secs => $4), attempted_at = clock_timestamp()
         where outbox_id = (select outbox_id from outbox where lane = $1 and sent_at is null and given_up_at is null
             and next_attempt_at <= clock_timestamp() and lower(split_part(recipients -> 0 ->> 'email', '@', 2)) <> all ($2::text[])
             and (lane <> 'many' or $3 > (select count(*) from outbox m
               where m.email_id is not null and m.attempted_at > clock_timestamp() - interval '1 minute'))
           order by outbox_id limit 1 for update skip locked)
         returning outbox_id as "outboxId", recipients, subject, body_text as "bodyText", body_html as "bodyHtml", attachments,
           attempts, created_at as "createdAt", email_id as "emailId",
           case when entity = 'PasswordLink' then row_id end as "passwordLink",
           case when entity = 'PasswordLink' then secret.link_to_mail(row_id, $5) end as link,
           (select e.created_by from email e where e.email_id = o.email_id) as sender`,
        [lane.name, busy, perMinute, CLAIM_SECONDS, this.#services.now().toISOString()],
      )
      const [mail] = claimResult.rows
      return mail && { ...mail, objections: await loadObjectionsAddress(settings, this.#services.config) }
    })
  }

  /**
   * Sends a mail and records the result. A failed mail is tried again later. Returns whether it was sent.
   */
  async #attempt(lane: Lane, mail: DueRow): Promise<boolean> {
    const startTime = Date.now()
    const outcome = await this.#send(lane, mail).then(
      (refused) => ({ refused }),
      (error: unknown) => ({ error }),
    )
    // The attempt was cut off, so it is not known whether the mail arrived. Its claim ends later.
    if ('error' in outcome && this.#ending.signal.aborted) return false
    const lasted = Date.now() - startTime
    if (!('error' in outcome)) this.#troubles.note(getDomain(mail), true, lasted)
    else if (isRecipientFailure(outcome.error)) this.#troubles.note(getDomain(mail), false, lasted)
    await asSystem(this.#pool, 'note mail', async (transaction) => {
      if ('error' in outcome) await this.#noteFailure(transaction, mail, outcome.error)
      else
        await transaction.query(
          `update outbox set sent_at = clock_timestamp(), attempted_at = clock_timestamp(), attempts = attempts + 1, last_error = $2
           where outbox_id = $1`,
          [mail.outboxId, outcome.refused.length > 0 ? `Refused: ${outcome.refused.join(', ')}` : null],
        )
      if (!('error' in outcome) && mail.passwordLink !== null)
        await transaction.query('select secret.forget_link($1)', [mail.passwordLink])
      if (mail.sender !== null) await notify({ transaction }, { userId: mail.sender, topic: 'email' })
    })
    return !('error' in outcome)
  }

  async #noteFailure(transaction: Transaction, mail: DueRow, error: unknown): Promise<void> {
    const attempts = mail.attempts + 1
    const maximum = await new Settings(transaction, this.#services).get(mailSettings.mostAttempts)
    const givesUp = mail.emailId !== null && (attempts >= maximum || isPermanent(error))
    await transaction.query(
      `update outbox set attempts = $2, last_error = $3, attempted_at = clock_timestamp(),
         next_attempt_at = clock_timestamp() + make_interval(secs => $4),
         given_up_at = case when $5::boolean then clock_timestamp() end
       where outbox_id = $1`,
      [
        mail.outboxId,
        attempts,
        error instanceof Error ? error.message : String(error),
        computeRetryDelay(attempts),
        givesUp,
      ],
    )
  }

  /** Sends a mail through the mail server. Returns the recipients it refused while it accepted others. */
  async #send({ transport }: Lane, mail: DueRow): Promise<string[]> {
    const address = (recipient: Recipient) => ({ name: recipient.name, address: recipient.email })
    const text = getText(mail)
    const attachments = mail.attachments.map(async ({ fileName, contentType, contentHash }) => ({
      filename: fileName,
      contentType,
      content: await this.#services.files.get(contentHash),
    }))
    const { rejected } = await transport.sendMail({
      from: this.#services.config.mailFrom,
      to: mail.recipients.filter((recipient) => recipient.kind !== 'cc').map(address),
      cc: mail.recipients.filter((recipient) => recipient.kind === 'cc').map(address),
      subject: mail.subject,
      text,
      html: mail.bodyHtml ?? buildMailPage(this.#services, convertTextToHtml(text)),
      attachments: await Promise.all(attachments),
      messageId: this.#messageId(mail),
      // This header keeps mail programs from sending automatic replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...(mail.emailId === null
        ? {}
        : { list: { unsubscribe: `mailto:${mail.objections}?subject=No%20more%20mails` } }),
      signal: AbortSignal.any([this.#ending.signal, AbortSignal.timeout(ATTEMPT_MILLISECONDS)]),
    })
    return (rejected as (string | { address: string })[]).map((item) =>
      typeof item === 'string' ? item : item.address,
    )
  }

  /**
   * Returns the Message-ID. A mail that is sent again after a crash has the same id, so that mail programs
   * show it once. The time distinguishes it from the same number in another database.
   */
  #messageId({ outboxId, createdAt }: DueRow): string {
    const domain = /@([^\s>]+)/.exec(this.#services.config.mailFrom)?.[1] ?? 'rooftree.example'
    return `<outbox-${outboxId}-${Date.parse(createdAt).toString(36)}@${domain}>`
  }
}

/** Whether a refusal is permanent, such as for an address that does not exist. */
const isPermanent = (error: unknown): boolean =>
  ((error as { responseCode?: number } | null)?.responseCode ?? 0) >= MIN_PERMANENT_CODE

/** Whether a mail failed because of its recipient: the mail server was reachable but refused or was slow. */
const isRecipientFailure = (error: unknown): boolean => {
  const { responseCode, code, name } = (error ?? {}) as {
    responseCode?: number
    code?: string
    name?: string
  }
  return (
    responseCode !== undefined || code === 'ETIMEDOUT' || name === 'TimeoutError' || name === 'AbortError'
  )
}

/** Returns the text to send, with the link that the log hides. Throws if the link has expired. */
function getText({ bodyText, passwordLink, link }: DueRow): string {
  if (passwordLink !== null && !link) throw new Error(LINK_EXPIRED)
  return link ? bodyText.replaceAll(LINK_PLACEHOLDER, () => link) : bodyText
}

/** Returns the mail domain of the first recipient. */
const getDomain = ({ recipients }: DueRow): string => recipients[0]?.email.split('@')[1]?.toLowerCase() ?? ''

/** Returns a mailer for the configured mail server; null if there is none and mails are only stored. */
export const openMailer = (pool: pg.Pool, services: Services): Mailer | null =>
  services.config.smtpUrl ? new Mailer(pool, services, services.config.smtpUrl) : null
