import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { asSystem } from '#kernel/server/database.ts'
import { type Mail, type Recipient, sendMail } from '#kernel/server/outbox.ts'
import { makeSmtpRefusal, Postbox } from '#tests/crash/postbox.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { Mailer } from './mailer.ts'

let portal: Portal
let postbox: Postbox
let mailers: Mailer[] = []

beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('truncate outbox, email cascade')
  postbox = await Postbox.open()
})
afterEach(async () => {
  for (const mailer of mailers.splice(0)) mailer.close()
  await postbox.close()
})

function createMailer(): Mailer {
  const carrier = new Mailer(portal.pool, portal.services, postbox.url)
  mailers = [...mailers, carrier]
  return carrier
}

const buildRecipient = (email: string): Recipient => ({ email, name: '' })
const getHeader = (mail: (typeof postbox.received)[number] | undefined, name: string) =>
  mail?.headers.get(name)
/** Makes all mails due for their next attempt. */
const makeAttemptsDue = () =>
  portal.owner.query('update outbox set next_attempt_at = clock_timestamp() where sent_at is null')

async function insertMail(recipients: Recipient[], subject: string, text = 'Text'): Promise<number> {
  const result = await portal.owner.query<{ id: number }>(
    `insert into outbox (event, recipients, subject, body_text) values ('test', $1, $2, $3) returning outbox_id as id`,
    [JSON.stringify(recipients), subject, text],
  )
  return result.rows[0]!.id
}

describe('mails that are no longer sent', () => {
  const state = async (id: number) =>
    (
      await portal.owner.query(
        'select sent_at is not null as sent, given_up_at is not null as over, last_error as error from outbox where outbox_id = $1',
        [id],
      )
    ).rows[0]

  test('of mails stored without a mail server, only those not older than the setting are sent later', async () => {
    const [old, young] = [
      await insertMail([buildRecipient('a@one.example')], 'Old'),
      await insertMail([buildRecipient('a@one.example')], 'Young'),
    ]
    await portal.owner.query(`update outbox set queued_at = now() - interval '4 days' where outbox_id = $1`, [
      old,
    ])
    expect(await createMailer().deliverDue()).toBe(1)
    expect(postbox.received.map((mail) => getHeader(mail, 'subject'))).toEqual(['Young'])
    expect([await state(old), await state(young)]).toEqual([
      { sent: false, over: true, error: 'Not sent, too old.' },
      { sent: true, over: false, error: null },
    ])
    await portal.owner.query(`update outbox set queued_at = now(), given_up_at = null where outbox_id = $1`, [
      old,
    ])
    expect(await createMailer().deliverDue()).toBe(1)
  })

  test('a password link is not sent after it has expired', async () => {
    expect(
      (await portal.ask('anonymous', 'GET', '/api/users/ForgotPassword?userName=company.writer')).status,
    ).toBe(200)
    const { rows } = await portal.owner.query('select outbox_id as id, expires_at from outbox')
    expect(rows[0].expires_at.getTime() - Date.now()).toBeGreaterThan(7_000_000)
    portal.setNow(new Date(Date.now() + 2 * 3_600_000 + 1000))
    expect(await createMailer().deliverDue()).toBe(0)
    portal.setNow(null)
    expect(postbox.received).toEqual([])
    expect(await state(rows[0].id)).toEqual({
      sent: false,
      over: true,
      error: 'Not sent: its link has ended.',
    })
  })
})

test('a password link is only in its mail, also after a failure and a restart, and only until it expires', async () => {
  const ask = () => portal.ask('anonymous', 'GET', '/api/users/ForgotPassword?userName=company.reader')
  const usable = async (token: string | undefined) =>
    (
      await portal.ask('anonymous', 'POST', '/api/users/ValidatePasswordResetToken', {
        userName: 'company.reader',
        token,
      })
    ).body
  await ask()
  postbox.refuse = () => makeSmtpRefusal(451, 'come back later')
  expect(await createMailer().deliverDue()).toBe(0)
  postbox.refuse = () => null
  await makeAttemptsDue()
  expect(await createMailer().deliverDue()).toBe(1)
  const arrived = postbox.received[0]!.text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const token = /token=([\w-]+)/.exec(arrived)?.[1]
  expect(await usable(token)).toBe(true)
  const result = await portal.owner.query(
    `select 1 from password_token where link like '%' || $1 || '%'
    union all select 1 from outbox where outbox::text like '%' || $1 || '%'`,
    [token],
  )
  expect(result.rows).toEqual([])
  await ask()
  await ask()
  expect(await usable(token)).toBe(false)
  expect(await createMailer().deliverDue()).toBe(1)
  const { rows } = await portal.owner.query('select last_error from outbox order by outbox_id')
  expect(rows.map((row) => row.last_error)).toEqual([null, 'Not sent: its link has ended.', null])
})

describe('bulk mails', () => {
  async function putMany(count: number): Promise<number> {
    const result = await portal.owner.query(
      `insert into email (subject, message, created_by) values ('News', '<p>News</p>', 2) returning email_id as id`,
    )
    await portal.owner.query(
      `insert into outbox (event, recipients, subject, body_text, email_id)
       select 'email.bulk', jsonb_build_array(jsonb_build_object('email', 'p' || n || '@one.example', 'name', '')), 'News ' || n, 'Text', $1
       from generate_series(1, $2::integer) n`,
      [result.rows[0].id, count],
    )
    return result.rows[0].id
  }
  const setPerMinute = (count: number) =>
    portal.owner.query(
      `insert into setting (key, value, effective_from) values ('mail_bulk_per_minute', to_jsonb($1::integer), '2000-01-01')
       on conflict (key, effective_from) do update set value = excluded.value`,
      [count],
    )
  afterEach(() => portal.owner.query(`delete from setting where key = 'mail_bulk_per_minute'`))

  test('bulk mails are limited to the agency’s number a minute, and other mails are not', async () => {
    await setPerMinute(3)
    await putMany(5)
    await insertMail([buildRecipient('a@one.example')], 'To one')
    const carrier = createMailer()
    expect(await carrier.deliverDue()).toBe(4)
    const subjects = postbox.received.map((mail) => getHeader(mail, 'subject')).sort()
    expect(subjects).toEqual(['News 1', 'News 2', 'News 3', 'To one'])
    expect(await carrier.deliverDue()).toBe(0)
    await portal.owner.query(`update outbox set attempted_at = attempted_at - interval '61 seconds'`)
    expect(await carrier.deliverDue()).toBe(2)
  })

  test('bulk mails name the address for objections: the agency’s, or else the sender', async () => {
    await putMany(1)
    await insertMail([buildRecipient('a@one.example')], 'To one')
    await createMailer().deliverDue()
    const bySubject = (subject: string) =>
      postbox.received.find((mail) => getHeader(mail, 'subject') === subject)
    const { mailFrom } = portal.services.config
    expect(getHeader(bySubject('News 1'), 'list-unsubscribe')).toBe(
      `<mailto:${mailFrom}?subject=No%20more%20mails>`,
    )
    expect(getHeader(bySubject('To one'), 'list-unsubscribe')).toBeUndefined()
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('mail_objections_to', '"no-more@agency.example"', '2000-01-01')`,
    )
    await putMany(2)
    await createMailer().deliverDue()
    await portal.owner.query(`delete from setting where key = 'mail_objections_to'`)
    expect(getHeader(bySubject('News 2'), 'list-unsubscribe')).toContain('<mailto:no-more@agency.example?')
  })

  test('a permanently refused address is given up at once, a busy one after the attempts in the settings', async () => {
    await putMany(2)
    postbox.refuse = (address) => makeSmtpRefusal(address.startsWith('p1@') ? 550 : 451, 'Not now')
    const carrier = createMailer()
    const log = async () =>
      (
        await portal.owner.query(
          'select attempts, given_up_at is not null as over from outbox order by outbox_id',
        )
      ).rows
    await carrier.deliverDue()
    expect(await log()).toEqual([
      { attempts: 1, over: true },
      { attempts: 1, over: false },
    ])
    for (const _ of [2, 3, 4]) {
      await makeAttemptsDue()
      await carrier.deliverDue()
    }
    expect(await log()).toEqual([
      { attempts: 1, over: true },
      { attempts: 3, over: true },
    ])
  })

  test('a mail is sent with plain text, rich text and files', async () => {
    const { contentHash } = await portal.services.files.put(Readable.from([Buffer.from('The notice')]), 1000)
    await sendAsSystem({
      event: 'test',
      recipients: [buildRecipient('a@one.example')],
      subject: 'With\r\nBcc: thief@evil.example',
      text: 'Plain words',
      html: '<p>Rich words</p>',
      attachments: [{ fileName: 'notice.csv', contentType: 'text/csv', contentHash }],
    })
    await createMailer().deliverDue()
    const [mail] = postbox.received
    expect(getHeader(mail, 'content-type')).toMatch(/^multipart\/mixed/)
    expect(getHeader(mail, 'subject')).toBe('With Bcc: thief@evil.example')
    expect(mail!.to).toEqual(['a@one.example'])
    for (const part of [
      'Plain words',
      '<p>Rich words</p>',
      'filename=notice.csv',
      Buffer.from('The notice').toString('base64'),
    ])
      expect(mail!.text).toContain(part)
  })

  const sendAsSystem = (mail: Mail) =>
    asSystem(portal.pool, 'test', (transaction) => sendMail({ transaction }, mail))
})

describe('lanes', () => {
  test('a slow domain does not delay other mails, and password links do not wait for other mails', async () => {
    const gate = Promise.withResolvers<void>()
    let waiting = 0
    postbox.arriving = async ({ to: [first] }) => {
      if (!first?.endsWith('@slow.example')) return
      waiting += 1
      await gate.promise
    }
    for (const n of [1, 2, 3, 4, 5]) await insertMail([buildRecipient(`p${n}@slow.example`)], `Slow ${n}`)
    for (const n of [1, 2, 3])
      await insertMail([buildRecipient('a@one.example'), buildRecipient('b@slow.example')], `Quick ${n}`)
    await portal.owner.query(
      `insert into outbox (event, recipients, subject, body_text) values ('account.reset', '[{"email": "a@one.example", "name": ""}]', 'Link', 'Text')`,
    )
    const carrier = createMailer()
    const all = carrier.deliverDue()
    const subjects = () => postbox.received.map((mail) => getHeader(mail, 'subject')).sort()
    await vi.waitFor(() => expect(subjects()).toEqual(['Link', 'Quick 1', 'Quick 2', 'Quick 3']))
    expect(waiting).toBe(2)
    // Mails that are added in the meantime do not wait for them either.
    await insertMail([buildRecipient('c@one.example')], 'Later')
    const later = carrier.deliverDue()
    await vi.waitFor(() => expect(subjects()).toContain('Later'))
    gate.resolve()
    expect((await all) + (await later)).toBe(10)
  })
})

test('every mail is marked as auto-generated and has its text as HTML with links too', async () => {
  await insertMail(
    [buildRecipient('a@one.example')],
    'Subject',
    'Line one\nline <two>\n\nOpen: https://portal.example/#/R/1?a=1&b=2\n',
  )
  await createMailer().deliverDue()
  const [mail] = postbox.received
  expect(getHeader(mail, 'auto-submitted')).toBe('auto-generated')
  expect(getHeader(mail, 'content-type')).toMatch(/^multipart\/alternative/)
  const html = mail!.text.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=')
  expect(html).toContain('<p>Line one<br>line &lt;two&gt;</p>')
  expect(html).toContain(
    '<a href="https://portal.example/#/R/1?a=1&amp;b=2">https://portal.example/#/R/1?a=1&amp;b=2</a>',
  )
})

test('TRUST-5.6: slow or refusing servers of many domains do not delay other mails', async () => {
  const gate = Promise.withResolvers<void>()
  postbox.arriving = async ({ to: [first] }) => {
    if (first?.includes('@slow')) await gate.promise
  }
  postbox.refuse = (address) => (address.includes('@refusing') ? makeSmtpRefusal(451, 'Not now') : null)
  for (const n of [1, 2, 3, 4]) await insertMail([buildRecipient(`p@slow${n}.example`)], `Slow ${n}`)
  const loadAttempted = () => portal.owner.query('select 1 from outbox where attempted_at is not null')
  const carrier = createMailer()
  const first = carrier.deliverDue()
  await vi.waitFor(async () => expect((await loadAttempted()).rowCount).toBe(4))
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    // They are slow by now, so their places are free for other mails.
    vi.setSystemTime(Date.now() + 5000)
    for (const n of [1, 2, 3, 4, 5, 6])
      await insertMail([buildRecipient(`p${n}@refusing.example`)], `Refused ${n}`)
    await insertMail([buildRecipient('a@one.example')], 'Quick')
    const second = carrier.deliverDue()
    await vi.waitFor(() =>
      expect(postbox.received.map((mail) => getHeader(mail, 'subject'))).toEqual(['Quick']),
    )
    gate.resolve()
    await Promise.all([first, second])
    const tried = await portal.owner.query(`select attempts from outbox where subject like 'Refused%'`)
    expect(tried.rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1, 1, 1])
  } finally {
    vi.useRealTimers()
  }
})
