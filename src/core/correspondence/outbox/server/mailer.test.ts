import { once } from 'node:events'
import { createServer } from 'node:net'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { distinctRecipients, type Recipient } from '#kernel/server/outbox.ts'
import { openPool } from '#kernel/server/postgres/role.ts'
import { findFreePort, makeSmtpRefusal, Postbox, type ReceivedMail } from '#tests/crash/postbox.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { computeRetryDelay, Mailer } from './mailer.ts'

const FROM = 'portal@agency.example'

let portal: Portal
let postbox: Postbox
const closing: (() => unknown)[] = []

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('truncate outbox, email cascade')
  postbox = await Postbox.open()
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await postbox.close()
})

function openTestPostman(url = postbox.url, from = FROM, pool = portal.pool): Mailer {
  const config = { ...portal.services.config, mailFrom: from }
  const postman = new Mailer(pool, { ...portal.services, config }, url)
  closing.push(() => postman.close())
  return postman
}

const buildRecipient = (email: string, name = ''): Recipient => ({ email, name })

async function insertMail(recipients: Recipient[], subject = 'Subject', text = 'Text'): Promise<number> {
  const result = await portal.owner.query<{ outbox_id: number }>(
    `insert into outbox (event, recipients, subject, body_text) values ('test', $1, $2, $3) returning outbox_id`,
    [JSON.stringify(recipients), subject, text],
  )
  return result.rows[0]!.outbox_id
}

type StoredMail = { sent: boolean; attempts: number; error: string | null; wait: number }
async function loadStoredMail(outboxId: number): Promise<StoredMail> {
  const result = await portal.owner.query<StoredMail>(
    `select sent_at is not null as sent, attempts, last_error as error, extract(epoch from next_attempt_at - clock_timestamp())::float as wait
     from outbox where outbox_id = $1`,
    [outboxId],
  )
  return result.rows[0]!
}

/** Makes all mails due for their next attempt. */
const makeAttemptsDue = () =>
  portal.owner.query('update outbox set next_attempt_at = clock_timestamp() where sent_at is null')
const getHeader = (mail: ReceivedMail | undefined, name: string) => mail?.headers.get(name)

describe('delivery', () => {
  test('a mail that is being claimed when the postman closes is delivered before it has closed', async () => {
    const mail = await insertMail([buildRecipient('writer@one.example')])
    const blocker = new pg.Client(portal.connectionString)
    await blocker.connect()
    closing.push(() => blocker.end())
    await blocker.query('begin')
    // The claim of a mail reads its author, so it waits for this lock.
    await blocker.query('lock table email in access exclusive mode')
    const person = openTestPostman()
    const delivering = person.deliverDue()
    const countWaiting = async () =>
      (
        await portal.owner.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount
    await expect.poll(countWaiting).toBeGreaterThan(0)
    const closed = person.close()
    await blocker.query('commit')
    await closed
    expect(await loadStoredMail(mail)).toMatchObject({ sent: true, attempts: 1, error: null })
    expect(postbox.received).toHaveLength(1)
    await delivering
  })

  test('a mail is delivered once to all recipients from the configured sender', async () => {
    const id = await insertMail(
      [
        buildRecipient('writer@one.example', 'Company Writer'),
        buildRecipient('second@one.example'),
        { ...buildRecipient('queue@agency.example', 'Queue'), kind: 'cc' },
      ],
      'R-7, Maple Grove – Straße: approved',
      'Line one\n\nPrüfung: $1,234.50\n.\nAfter a dot',
    )
    const carrier = openTestPostman()
    expect(await carrier.deliverDue()).toBe(1)
    expect(await carrier.deliverDue()).toBe(0)
    expect(postbox.received).toHaveLength(1)
    const [mail] = postbox.received
    expect(mail).toMatchObject({
      from: FROM,
      to: ['writer@one.example', 'second@one.example', 'queue@agency.example'],
    })
    expect(getHeader(mail, 'from')).toBe(FROM)
    expect(getHeader(mail, 'to')).toBe('Company Writer <writer@one.example>, second@one.example')
    expect(getHeader(mail, 'cc')).toBe('Queue <queue@agency.example>')
    expect(getHeader(mail, 'subject')).toMatch(/^=\?UTF-8\?/i)
    expect(getHeader(mail, 'message-id')).toMatch(/^<outbox-\d+-\w+@agency\.example>$/)
    expect(await loadStoredMail(id)).toMatchObject({ sent: true, attempts: 1, error: null })
  })

  test('the name of the sender is preserved, and the Message-ID has the sender’s domain', async () => {
    await insertMail([buildRecipient('a@one.example')])
    await openTestPostman(postbox.url, 'Rooftree portal <portal@agency.example>').deliverDue()
    expect(getHeader(postbox.received[0], 'from')).toBe('Rooftree portal <portal@agency.example>')
    expect(postbox.received[0]!.from).toBe(FROM)
    expect(getHeader(postbox.received[0], 'message-id')).toMatch(/^<outbox-\d+-\w+@agency\.example>$/)
  })

  test('a mail with only copy recipients is delivered', async () => {
    await insertMail([{ ...buildRecipient('queue@agency.example'), kind: 'cc' }])
    expect(await openTestPostman().deliverDue()).toBe(1)
    expect(postbox.received[0]!.to).toEqual(['queue@agency.example'])
  })

  test('a text that looks like a header remains text', async () => {
    await insertMail(
      [buildRecipient('a@one.example', 'Name\r\nBcc: thief@evil.example')],
      'Subject\r\nBcc: thief@evil.example',
    )
    await openTestPostman().deliverDue()
    expect(postbox.received[0]!.to).toEqual(['a@one.example'])
    expect(postbox.received[0]!.headers.has('bcc')).toBe(false)
  })

  test('two workers at once deliver each mail once', async () => {
    const MAILS = 30
    for (let number = 0; number < MAILS; number += 1)
      await insertMail([buildRecipient('a@one.example')], `Mail ${number}`)
    const pool = openPool(portal.connectionString, 4)
    closing.push(() => pool.end())
    const counts = await Promise.all([
      openTestPostman().deliverDue(),
      openTestPostman(postbox.url, FROM, pool).deliverDue(),
    ])
    expect(counts[0] + counts[1]).toBe(MAILS)
    expect(Math.min(...counts)).toBeGreaterThan(0)
    expect(new Set(postbox.received.map((mail) => getHeader(mail, 'message-id'))).size).toBe(MAILS)
    expect(postbox.received).toHaveLength(MAILS)
  })
})

describe('failure', () => {
  test('without a reachable mail server, attempts follow after growing delays until the mail is delivered', async () => {
    const id = await insertMail([buildRecipient('a@one.example')])
    const port = await findFreePort()
    const carrier = openTestPostman(`smtp://127.0.0.1:${port}`)
    for (const attempts of [1, 2, 3]) {
      expect(await carrier.deliverDue()).toBe(0)
      const failed = await loadStoredMail(id)
      expect(failed).toMatchObject({ sent: false, attempts, error: expect.stringContaining('ECONNREFUSED') })
      expect(failed.wait).toBeGreaterThan(computeRetryDelay(attempts) - 2)
      expect(failed.wait).toBeLessThanOrEqual(computeRetryDelay(attempts))
      // It is not sent before its next attempt is due.
      expect(await carrier.deliverDue()).toBe(0)
      expect((await loadStoredMail(id)).attempts).toBe(attempts)
      await makeAttemptsDue()
    }
    const postbox = await Postbox.open(port)
    closing.push(() => postbox.close())
    expect(await carrier.deliverDue()).toBe(1)
    expect(postbox.received).toHaveLength(1)
    expect(await loadStoredMail(id)).toMatchObject({ sent: true, attempts: 4, error: null })
  })

  test.each([
    [
      'a recipient',
      () => {
        postbox.refuse = () => makeSmtpRefusal(451, 'Come back later')
      },
    ],
    [
      'the text',
      () => {
        postbox.arriving = async () => {
          throw makeSmtpRefusal(452, 'Come back later')
        }
      },
    ],
  ])(
    'if a server temporarily refuses %s, other mails are not delayed and the mail is delivered later',
    async (_, refuse) => {
      const first = await insertMail([buildRecipient('a@one.example')], 'First')
      refuse()
      const carrier = openTestPostman()
      expect(await carrier.deliverDue()).toBe(0)
      expect(await loadStoredMail(first)).toMatchObject({
        sent: false,
        attempts: 1,
        error: expect.stringContaining('Come back later'),
      })
      postbox.refuse = () => null
      postbox.arriving = async () => undefined
      const second = await insertMail([buildRecipient('b@one.example')], 'Second')
      expect(await carrier.deliverDue()).toBe(1)
      expect(await loadStoredMail(second)).toMatchObject({ sent: true })
      await makeAttemptsDue()
      expect(await carrier.deliverDue()).toBe(1)
      expect(postbox.received.map((mail) => getHeader(mail, 'subject'))).toEqual(['Second', 'First'])
    },
  )

  test('if one of several recipients is refused, the others get the mail once and the refusal is recorded', async () => {
    postbox.refuse = (address) =>
      address === 'gone@one.example' ? makeSmtpRefusal(550, 'No such mailbox') : null
    const id = await insertMail([buildRecipient('a@one.example'), buildRecipient('gone@one.example')])
    expect(await openTestPostman().deliverDue()).toBe(1)
    expect(postbox.received.map((mail) => mail.to)).toEqual([['a@one.example']])
    expect(await loadStoredMail(id)).toMatchObject({
      sent: true,
      error: expect.stringContaining('gone@one.example'),
    })
  })

  test('an attempt at a silent server ends before the database ends the transaction', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    closing.push(() => silent.close())
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const id = await insertMail([buildRecipient('a@one.example')])
    expect(await openTestPostman(`smtp://127.0.0.1:${port}?greetingTimeout=50`).deliverDue()).toBe(0)
    expect(await loadStoredMail(id)).toMatchObject({
      sent: false,
      attempts: 1,
      error: expect.stringMatching(/greeting|timeout/i),
    })
  })

  test('an attempt ends if the server accepts the text and then is silent', async () => {
    const id = await insertMail([buildRecipient('a@one.example')])
    const { promise: testIsOver, resolve: end } = Promise.withResolvers<void>()
    closing.push(end)
    postbox.arriving = () => testIsOver
    expect(await openTestPostman(`${postbox.url}?socketTimeout=200`).deliverDue()).toBe(0)
    expect(await loadStoredMail(id)).toMatchObject({
      sent: false,
      attempts: 1,
      error: expect.stringMatching(/timeout/i),
    })
  })

  test('a server that hangs up after the text gets it once for each attempt', async () => {
    const id = await insertMail([buildRecipient('a@one.example')])
    let arrived = 0
    postbox.arriving = async () => {
      arrived += 1
      postbox.hangUp()
    }
    expect(await openTestPostman().deliverDue()).toBe(0)
    expect(await loadStoredMail(id)).toMatchObject({ sent: false, attempts: 1 })
    expect(arrived).toBe(1)
  })

  test('a mail that was accepted but not recorded is sent again with the same Message-ID', async () => {
    const id = await insertMail([buildRecipient('a@one.example')])
    const lost = openPool(portal.connectionString, 1)
    postbox.arriving = () => lost.end()
    await expect(openTestPostman(postbox.url, FROM, lost).deliverDue()).rejects.toThrow()
    expect(await loadStoredMail(id)).toMatchObject({ sent: false, attempts: 0 })
    postbox.arriving = async () => undefined
    // No other postman sends it while its claim lasts.
    expect(await openTestPostman().deliverDue()).toBe(0)
    await makeAttemptsDue()
    expect(await openTestPostman().deliverDue()).toBe(1)
    expect(postbox.received).toHaveLength(2)
    expect(getHeader(postbox.received[0], 'message-id')).toBe(getHeader(postbox.received[1], 'message-id'))
    expect(await loadStoredMail(id)).toMatchObject({ sent: true, attempts: 1 })
  })
})

describe('arithmetic', () => {
  test('the delay before the next attempt starts at 5 seconds, doubles, and is at most an hour', () => {
    expect([1, 2, 3, 4].map(computeRetryDelay)).toEqual([5, 10, 20, 40])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (attempts) => {
        const [now, next] = [computeRetryDelay(attempts), computeRetryDelay(attempts + 1)]
        expect(next).toBe(Math.min(now * 2, 3600))
      }),
    )
  })

  test('each address is listed once regardless of case, and "to" wins over "cc"', () => {
    const recipient = fc.record(
      {
        email: fc.constantFrom(
          'a@x.example',
          'A@X.example',
          ' a@x.example',
          'b@x.example',
          'B@x.EXAMPLE',
          '',
          ' ',
        ),
        name: fc.constantFrom('Ann', 'Bob'),
        kind: fc.constantFrom<'to' | 'cc'>('to', 'cc'),
      },
      { requiredKeys: ['email', 'name'] },
    )
    fc.assert(
      fc.property(fc.array(recipient), (recipients) => {
        const key = (recipient: Recipient) => recipient.email.trim().toLowerCase()
        const distinct = distinctRecipients(recipients)
        expect(new Set(distinct.map(key))).toEqual(new Set(recipients.map(key).filter(Boolean)))
        expect(new Set(distinct.map(key)).size).toBe(distinct.length)
        for (const recipient of distinct) {
          const isTo = recipients.some((other) => key(other) === key(recipient) && other.kind !== 'cc')
          expect(recipient.kind === 'cc').toBe(!isTo)
          expect(recipient.email).toBe(recipient.email.trim())
        }
      }),
    )
  })
})
