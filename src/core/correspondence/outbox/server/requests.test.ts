import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asSystem } from '#kernel/server/database.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { LINK_PLACEHOLDER, MAX_LISTED_MAILS, type MailLine } from '../model/calls.ts'

let storing: Portal
let delivering: Portal
beforeAll(async () => {
  storing = await openPortal()
  // No server listens at this address, so nothing is sent in these tests and the list shows the stored mails.
  delivering = await openPortal({ SMTP_URL: 'smtp://127.0.0.1:9' })
  for (const portal of [storing, delivering])
    await portal.owner.query(`insert into outbox (event, recipients, subject, body_text, sent_at, attempts, last_error) values
      ('reserve.approved', '[{"email": "one@one.example", "name": "One"}, {"email": "two@one.example", "name": "Two", "kind": "cc"}]', 'Approved', 'Your request is approved.', '2026-01-02T03:04:05Z', 1, null),
      ('reserve.denied', '[{"email": "one@one.example", "name": "One"}]', 'Denied', 'Your request is denied.', null, 3, '451 come back later'),
      ('reserve.asked', '[{"email": "one@one.example", "name": "One"}]', 'Asked', 'Your request is asked about.', null, 0, null)`)
})
afterAll(async () => {
  await storing.close()
  await delivering.close()
})

const list = async (portal: Portal) =>
  (await portal.ask('agency.admin', 'GET', '/api/Outbox/GetList')).body as MailLine[]

describe('the list', () => {
  test('mails are listed newest first with their state, also without a mail server', async () => {
    expect((await list(storing)).map(({ subject, state }) => [subject, state])).toEqual([
      ['Asked', 'Stored'],
      ['Denied', 'Stored'],
      ['Approved', 'Sent'],
    ])
    expect(
      (await list(delivering)).map(({ state, attempts, lastError }) => [state, attempts, lastError]),
    ).toEqual([
      ['Waiting', 0, null],
      ['Failed', 3, '451 come back later'],
      ['Sent', 1, null],
    ])
  })

  test(`the list has at most ${MAX_LISTED_MAILS} mails`, async () => {
    await storing.owner.query(
      `insert into outbox (event, recipients, subject, body_text) select 'many', '[]', 'One of many', '' from generate_series(1, ${MAX_LISTED_MAILS})`,
    )
    const mails = await list(storing)
    expect(mails).toHaveLength(MAX_LISTED_MAILS)
    expect(new Set(mails.map((mail) => mail.event))).toEqual(new Set(['many']))
    await storing.owner.query(`delete from outbox where event = 'many'`)
  })
})

describe('one mail', () => {
  const open = async (portal: Portal, subject: string) => {
    const mail = (await list(portal)).find((item) => item.subject === subject)!
    return (await portal.ask('agency.admin', 'GET', `/api/Outbox/${mail.outboxId}`)).body
  }

  test('a mail is read with its text and all recipients', async () => {
    expect(await open(delivering, 'Approved')).toMatchObject({
      text: 'Your request is approved.',
      recipients: [{ email: 'one@one.example' }, { email: 'two@one.example', kind: 'cc' }],
    })
  })

  test('a password link is in no table that requests can read, and in no answer', async () => {
    for (const portal of [storing, delivering]) {
      expect(
        (await portal.ask('anonymous', 'GET', '/api/users/ForgotPassword?userName=company.writer')).status,
      ).toBe(200)
      expect(await open(portal, 'Choose a new password')).toMatchObject({
        text: expect.stringContaining(LINK_PLACEHOLDER),
      })
      const result = await portal.owner.query(
        'select outbox::text as row from outbox union all select audit_log::text from audit_log',
      )
      expect(result.rows.filter(({ row }) => row.includes('token='))).toEqual([])
      const link = asSystem(portal.pool, 'test', (transaction) =>
        transaction.query('select link from password_token'),
      )
      await expect(link).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('an unknown mail is not found', async () => {
    expect((await storing.ask('agency.admin', 'GET', '/api/Outbox/999999')).status).toBe(404)
  })
})

test.each<Persona>(['agency.write', 'agency.read', 'company.admin'])(
  '%s may not read mails',
  async (persona) => {
    expect((await storing.ask(persona, 'GET', '/api/Outbox/GetList')).status).toBe(403)
    expect((await storing.ask(persona, 'GET', '/api/Outbox/1')).status).toBe(403)
  },
)
