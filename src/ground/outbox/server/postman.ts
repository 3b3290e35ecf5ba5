import { createTransport, type Transporter } from 'nodemailer'
import type pg from 'pg'
import { asSystem, type Transaction } from '#kernel/server/database.ts'
import { notify } from '#kernel/server/events.ts'
import type { Delivery, MailFile, Recipient } from '#kernel/server/outbox.ts'
import type { Services } from '#kernel/server/serve.ts'
import { Settings } from '#kernel/server/settings.ts'
import { LINK_PLACE } from '../model/calls.ts'
import { mailSettings } from '../model/settings.ts'

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
  /** The link that goes out in place of its mark, for mails about a `PasswordLink`. */
  passwordLink: number | null
  /** Who sent the mail to many that this one belongs to. */
  sender: number | null
}

const LINK_ENDED = 'Not sent: its link has ended.'
const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 3600
const LEAST_PERMANENT_CODE = 500

/** Seconds to wait before the next attempt after `attempts` failures: doubles each time, at most an hour. */
export const retryDelay = (attempts: number): number =>
  Math.min(FIRST_RETRY_SECONDS * 2 ** Math.max(0, attempts - 1), LONGEST_RETRY_SECONDS)

/**
 * The mail's row is held while the mail server is spoken to, so a silent one is given up before the database gives up
 * the transaction.
 */
const TRANSPORT = {
  pool: true,
  maxConnections: 2,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 45_000,
}

/**
 * Delivers what is due in the outbox through SMTP. Several may run at once: rows are claimed under lock. Mails to many go
 * after all others and no faster than the agency has set, give or take one a worker.
 */
export class Postman implements Delivery {
  readonly #pool: pg.Pool
  readonly #services: Services
  readonly #transport: Transporter

  constructor(pool: pg.Pool, services: Services, smtpUrl: string) {
    this.#pool = pool
    this.#services = services
    this.#transport = createTransport({ url: smtpUrl, ...TRANSPORT } as unknown as string)
  }

  async deliverDue(stopping?: AbortSignal): Promise<number> {
    await asSystem(this.#pool, 'give up old mail', (transaction) => this.#giveUpOld(transaction))
    let sent = 0
    while (!stopping?.aborted) {
      const outcome = await this.#deliverNext()
      if (outcome === 'nothing due') break
      if (outcome === 'sent') sent += 1
    }
    return sent
  }

  close(): void {
    this.#transport.close()
  }

  /**
   * What waited too long is not sent: a link that has ended helps nobody, and what was kept while there was no mail
   * server must not all arrive on the day there is one.
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
      [this.#services.now().toISOString(), days, LINK_ENDED],
    )
  }

  /** Sends the oldest due mail while holding its row; a failure is noted and tried again later. */
  #deliverNext(): Promise<'sent' | 'failed' | 'nothing due'> {
    return asSystem(this.#pool, 'deliver mail', async (transaction) => {
      const settings = new Settings(transaction, this.#services)
      const mail = await dueMail(transaction, await settings.get(mailSettings.perMinute))
      if (!mail) return 'nothing due'
      const sent = await this.#attempt(transaction, mail, await settings.get(mailSettings.mostAttempts))
      if (mail.sender !== null) await notify({ transaction }, { userId: mail.sender, topic: 'email' })
      return sent ? 'sent' : 'failed'
    })
  }

  async #attempt(transaction: Transaction, mail: DueRow, mostAttempts: number): Promise<boolean> {
    try {
      const refused = await this.#send(await this.#withLink(transaction, mail))
      await transaction.query(
        `update outbox set sent_at = clock_timestamp(), attempted_at = clock_timestamp(), attempts = attempts + 1, last_error = $2
         where outbox_id = $1`,
        [mail.outboxId, refused.length > 0 ? `Refused: ${refused.join(', ')}` : null],
      )
      if (mail.passwordLink !== null) await transaction.query('select secret.forget_link($1)', [mail.passwordLink])
      return true
    } catch (error) {
      const attempts = mail.attempts + 1
      const givesUp = mail.emailId !== null && (attempts >= mostAttempts || isPermanent(error))
      await transaction.query(
        `update outbox set attempts = $2, last_error = $3, attempted_at = clock_timestamp(),
           next_attempt_at = clock_timestamp() + make_interval(secs => $4),
           given_up_at = case when $5::boolean then clock_timestamp() end
         where outbox_id = $1`,
        [
          mail.outboxId,
          attempts,
          error instanceof Error ? error.message : String(error),
          retryDelay(attempts),
          givesUp,
        ],
      )
      return false
    }
  }

  /** The mail as it leaves: the link that the log does not show stands in it. Throws when that has ended meanwhile. */
  async #withLink(transaction: Transaction, mail: DueRow): Promise<DueRow> {
    if (mail.passwordLink === null) return mail
    const found = await transaction.query<{ link: string | null }>('select secret.link_to_mail($1, $2) as link', [
      mail.passwordLink,
      this.#services.now().toISOString(),
    ])
    const link = found.rows[0]?.link
    if (!link) throw new Error(LINK_ENDED)
    return {
      ...mail,
      bodyText: mail.bodyText.replaceAll(LINK_PLACE, () => link),
      bodyHtml: mail.bodyHtml?.replaceAll(LINK_PLACE, () => link.replaceAll('&', '&amp;')) ?? null,
    }
  }

  /** Hands a mail to the mail server; answers the recipients it refused while it took the mail for others. */
  async #send(mail: DueRow): Promise<string[]> {
    const address = (one: Recipient) => ({ name: one.name, address: one.email })
    const attachments = mail.attachments.map(async ({ fileName, contentType, contentHash }) => ({
      filename: fileName,
      contentType,
      content: await this.#services.files.get(contentHash),
    }))
    const { rejected } = await this.#transport.sendMail({
      from: this.#services.config.mailFrom,
      to: mail.recipients.filter((one) => one.kind !== 'cc').map(address),
      cc: mail.recipients.filter((one) => one.kind === 'cc').map(address),
      subject: mail.subject,
      text: mail.bodyText,
      ...(mail.bodyHtml ? { html: mail.bodyHtml } : {}),
      attachments: await Promise.all(attachments),
      messageId: this.#messageId(mail),
    })
    return (rejected as (string | { address: string })[]).map((one) => (typeof one === 'string' ? one : one.address))
  }

  /**
   * The same mail sent twice after a crash carries the same id, so that mail programs show it once; the moment keeps it
   * apart from the mail that bears this number in another database.
   */
  #messageId({ outboxId, createdAt }: DueRow): string {
    const domain = /@([^\s>]+)/.exec(this.#services.config.mailFrom)?.[1] ?? 'rooftree.example'
    return `<outbox-${outboxId}-${Date.parse(createdAt).toString(36)}@${domain}>`
  }
}

/** A refusal for good, such as an address that does not exist. */
const isPermanent = (error: unknown): boolean =>
  ((error as { responseCode?: number } | null)?.responseCode ?? 0) >= LEAST_PERMANENT_CODE

/** Claims the oldest due mail; one of a mail to many only while fewer than `perMinute` of them went in the last minute. */
async function dueMail(transaction: Transaction, perMinute: number): Promise<DueRow | undefined> {
  const due = await transaction.query<DueRow>(
    `select outbox_id as "outboxId", recipients, subject, body_text as "bodyText", body_html as "bodyHtml", attachments,
       attempts, created_at as "createdAt", email_id as "emailId",
       case when entity = 'PasswordLink' then row_id end as "passwordLink",
       (select e.created_by from email e where e.email_id = outbox.email_id) as sender
     from outbox where sent_at is null and given_up_at is null and next_attempt_at <= clock_timestamp()
       and (email_id is null or $1 > (select count(*) from outbox o
         where o.email_id is not null and o.attempted_at > clock_timestamp() - interval '1 minute'))
     order by email_id is not null, outbox_id limit 1 for update skip locked`,
    [perMinute],
  )
  return due.rows[0]
}

/** The postman of the configured mail server; null where there is none and mail is only kept. */
export const openPostman = (pool: pg.Pool, services: Services): Postman | null =>
  services.config.smtpUrl ? new Postman(pool, services, services.config.smtpUrl) : null
