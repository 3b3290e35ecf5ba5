import { createTransport, type Transporter } from 'nodemailer'
import type pg from 'pg'
import type { Config } from '#kernel/server/config.ts'
import { asSystem } from '#kernel/server/database.ts'
import type { Delivery, Recipient } from '#kernel/server/outbox.ts'

type DueRow = {
  outboxId: number
  recipients: Recipient[]
  subject: string
  bodyText: string
  attempts: number
  createdAt: string
}

const FIRST_RETRY_SECONDS = 5
const LONGEST_RETRY_SECONDS = 3600

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

/** Delivers what is due in the outbox through SMTP. Several may run at once: rows are claimed under lock. */
export class Postman implements Delivery {
  readonly #pool: pg.Pool
  readonly #transport: Transporter
  readonly #from: string

  constructor(pool: pg.Pool, smtpUrl: string, from: string) {
    this.#pool = pool
    this.#transport = createTransport({ url: smtpUrl, ...TRANSPORT } as unknown as string)
    this.#from = from
  }

  async deliverDue(stopping?: AbortSignal): Promise<number> {
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

  /** Sends the oldest due mail while holding its row; a failure is noted and tried again later. */
  #deliverNext(): Promise<'sent' | 'failed' | 'nothing due'> {
    return asSystem(this.#pool, 'deliver mail', async (transaction) => {
      const due =
        await transaction.query<DueRow>(`select outbox_id as "outboxId", recipients, subject, body_text as "bodyText", attempts, created_at as "createdAt"
        from outbox where sent_at is null and next_attempt_at <= clock_timestamp()
        order by outbox_id limit 1 for update skip locked`)
      const mail = due.rows[0]
      if (!mail) return 'nothing due'
      try {
        const refused = await this.#send(mail)
        await transaction.query(
          'update outbox set sent_at = clock_timestamp(), attempts = attempts + 1, last_error = $2 where outbox_id = $1',
          [mail.outboxId, refused.length > 0 ? `Refused: ${refused.join(', ')}` : null],
        )
        return 'sent'
      } catch (error) {
        const wait = retryDelay(mail.attempts + 1)
        await transaction.query(
          `update outbox set attempts = attempts + 1, last_error = $2, next_attempt_at = clock_timestamp() + make_interval(secs => $3) where outbox_id = $1`,
          [mail.outboxId, error instanceof Error ? error.message : String(error), wait],
        )
        return 'failed'
      }
    })
  }

  /** Hands a mail to the mail server; answers the recipients it refused while it took the mail for others. */
  async #send(mail: DueRow): Promise<string[]> {
    const address = (one: Recipient) => ({ name: one.name, address: one.email })
    const { rejected } = await this.#transport.sendMail({
      from: this.#from,
      to: mail.recipients.filter((one) => one.kind !== 'cc').map(address),
      cc: mail.recipients.filter((one) => one.kind === 'cc').map(address),
      subject: mail.subject,
      text: mail.bodyText,
      messageId: this.#messageId(mail),
    })
    return (rejected as (string | { address: string })[]).map((one) => (typeof one === 'string' ? one : one.address))
  }

  /**
   * The same mail sent twice after a crash carries the same id, so that mail programs show it once; the moment keeps it
   * apart from the mail that bears this number in another database.
   */
  #messageId({ outboxId, createdAt }: DueRow): string {
    const domain = /@([^\s>]+)/.exec(this.#from)?.[1] ?? 'rooftree.example'
    return `<outbox-${outboxId}-${Date.parse(createdAt).toString(36)}@${domain}>`
  }
}

/** The postman of the configured mail server; null where there is none and mail is only kept. */
export const openPostman = (pool: pg.Pool, { smtpUrl, mailFrom }: Config): Postman | null =>
  smtpUrl ? new Postman(pool, smtpUrl, mailFrom) : null
