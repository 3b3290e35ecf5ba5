import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { EmailLine, LogLine, TemplateDetail, TemplateLine } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(() => portal.owner.query('delete from email_template; delete from outbox; delete from email'))

const ask = (...parameters: Parameters<Portal['ask']>) => portal.ask(...parameters)
const faults = (reply: Reply) => Object.keys((reply.body as { fields: Record<string, string[]> }).fields)
const mails = async () =>
  (
    await portal.owner.query(
      'select recipients, subject, body_text as text, body_html as html, attachments, email_id from outbox order by outbox_id',
    )
  ).rows

const labels = {
  name: 'Reminder',
  kind: 'Property',
  subject: 'About {{propertyName}}',
  emailBody: '<p>Dear {{recipientName}}</p>',
}

/** The fields of a template that a preview and a test mail use. */
const { name: _, ...previewedFields } = labels

describe('templates', () => {
  const create = (values: object) =>
    ask('agency.write', 'POST', '/api/EmailTemplate', { ...labels, ...values })

  test('CALL-EML-03 to CALL-EML-07 a template with schedules is created, listed, changed, read and removed', async () => {
    const schedules = [{ date: '2030-01-31', repeat: 'Monthly', type: 'Calendar day', active: true }]
    const payload = (await create({ schedules, typeIds: [8], SendToMcAdmin: true })).body as TemplateDetail
    expect(payload).toMatchObject({
      name: 'Reminder',
      createdBy: 2,
      sendToMcAdmin: true,
      schedules: [{ repeat: 'Monthly' }],
    })
    const url = '/api/EmailTemplate'
    const [first] = payload.schedules
    const two = [
      { ...first, active: false },
      { date: '2030-05-01', repeat: 'Once', type: 'Business day', active: true },
    ]
    const changed = await ask('agency.write', 'PUT', url, {
      emailTemplateId: payload.emailTemplateId,
      schedules: two,
      version: 1,
    })
    expect(
      (changed.body as TemplateDetail).schedules.map((schedule) => [schedule.date, schedule.active]),
    ).toEqual([
      ['2030-01-31', false],
      ['2030-05-01', true],
    ])
    expect((changed.body as TemplateDetail).schedules[0]!.emailTemplateScheduleId).toBe(
      first!.emailTemplateScheduleId,
    )
    const specified = { date: '2030-02-01', repeat: true, type: 1, active: true }
    const quarterly = await create({ name: 'Quarterly', schedules: [specified] })
    expect((quarterly.body as TemplateDetail).schedules).toMatchObject([
      { repeat: 'Quarterly', type: 'Calendar day' },
    ])
    expect(faults(await create({ name: 'Never', schedules: [{ ...specified, type: 3 }] }))).toEqual([
      'schedules.0.repeat',
      'schedules.0.type',
    ])
    const { emailTemplateId: other } = quarterly.body as TemplateDetail
    await ask('agency.write', 'DELETE', `${url}/${other}`)
    const list = (await ask('agency.read', 'GET', url)).body as TemplateLine[]
    expect(list).toMatchObject([
      { name: 'Reminder', repeats: ['Once'], nextDue: '2030-05-01', createdByName: 'Agency Write' },
    ])
    const stale = await ask('agency.write', 'PUT', url, {
      emailTemplateId: payload.emailTemplateId,
      name: 'x',
      version: 1,
    })
    expect(stale.status).toBe(409)
    const history = (await ask('agency.read', 'GET', `${url}/GetHistory/${payload.emailTemplateId}`))
      .body as unknown[]
    expect(history.length).toBeGreaterThan(2)
    expect((await ask('agency.write', 'DELETE', `${url}/${payload.emailTemplateId}`)).body).toBe(true)
    expect((await ask('agency.read', 'GET', `${url}/${payload.emailTemplateId}`)).status).toBe(404)
  })

  test('all faults are reported at once with their fields, and nothing is stored', async () => {
    const bad = { name: ' ', subject: 'Of {{nothing}}', emailBody: '<script>x()</script>' }
    expect(faults(await create(bad)).sort()).toEqual(['emailBody', 'name', 'subject'])
    expect(faults(await create({ subject: 'Two\nlines' }))).toEqual(['subject'])
    expect(faults(await create({ emailBody: '<p>{{ rent }}</p>' }))).toEqual(['emailBody'])
    expect(faults(await create({ schedules: [{ date: '2026-02-30', repeat: 'Never' }] }))).toContain(
      'schedules.0.date',
    )
    expect((await ask('agency.read', 'GET', '/api/EmailTemplate')).body).toEqual([])
    await create({})
    expect(faults(await create({ name: 'REMINDER' }))).toEqual(['name'])
  })

  test('the server removes scripts, event handlers and content that loads from elsewhere', async () => {
    const emailBody =
      '<p onclick="x()">Hi<img src="https://spy.example/p.gif"></p><a href="javascript:x()">a</a><iframe src="x"></iframe><a href="https://ok.example">b</a>'
    const payload = (await create({ emailBody })).body as TemplateDetail
    expect(payload.emailBody).toBe('<p>Hi</p><a>a</a><a href="https://ok.example">b</a>')
  })

  test('a preview fills in a real property, lists missing values and makes links absolute', async () => {
    const body = {
      ...previewedFields,
      emailBody: '<p>{{propertyName}} {{ownerName}} {{deadline}}</p><a href="/#/Projects">list</a>',
      propertyId: 1,
      additionalParameters: [{ name: 'deadline', value: '<May 1>' }],
    }
    const reply = await ask('agency.read', 'POST', '/api/EmailTemplate/Preview', body)
    expect(reply.body).toMatchObject({
      subject: 'About Maple Grove Apartments',
      html: expect.stringContaining('Maple Grove Apartments  &lt;May 1&gt;'),
      text: expect.stringContaining(`list (${portal.services.config.publicUrl}/#/Projects)`),
      missing: ['ownerName'],
    })
    expect(
      (await ask('agency.read', 'POST', '/api/EmailTemplate/Preview', { ...body, propertyId: 999 })).status,
    ).toBe(404)
    expect(
      faults(
        await ask('agency.read', 'POST', '/api/EmailTemplate/Preview', {
          ...previewedFields,
          subject: '{{x}}',
        }),
      ),
    ).toEqual(['subject'])
  })

  test('a test mail is sent only to the caller', async () => {
    const reply = await ask('agency.write', 'POST', '/api/EmailTemplate/SendTest', {
      ...previewedFields,
      propertyId: 1,
    })
    expect(reply.body).toEqual({ sentTo: 'agency.write@agency.example' })
    expect(await mails()).toMatchObject([
      {
        recipients: [{ email: 'agency.write@agency.example' }],
        subject: '[Test] About Maple Grove Apartments',
        html: expect.stringContaining('<p>Dear Agency Write</p>'),
        text: expect.stringContaining('Dear Agency Write\n'),
      },
    ])
  })

  test.each(['agency.read', 'company.admin', 'company.writer'])(
    '%s may neither write templates nor send mails',
    async (persona) => {
      expect((await ask(persona, 'POST', '/api/EmailTemplate', labels)).status).toBe(403)
      expect(
        (await ask(persona, 'POST', '/api/Email/SendEmail', { subject: 'x', message: 'x' })).status,
      ).toBe(403)
      expect((await ask(persona, 'GET', '/api/EmailTemplate')).status).toBe(
        persona === 'agency.read' ? 200 : 403,
      )
    },
  )
})

describe('bulk mails', () => {
  const message = {
    subject: 'News of {{propertyName}}',
    message: '<p>Dear {{recipientName}},</p><p>{{propertyList}}</p>',
  }
  const preview = (values: object) =>
    ask('agency.write', 'POST', '/api/Email/Preview', { ...message, ...values })
  const send = (values: object) =>
    ask('agency.write', 'POST', '/api/Email/SendEmail', { ...message, ...values })

  test('CALL-EML-02 the call answers the options of the form', async () => {
    const data = (await ask('agency.read', 'GET', '/api/Email/GetEmailData')).body
    expect(data).toMatchObject({
      contactTypes: expect.arrayContaining([{ value: 8, label: 'Financial Contact' }]),
      companies: [{ value: 1 }, { value: 3 }, { value: 2 }],
      counties: expect.any(Array),
      placeholders: { Property: expect.arrayContaining([{ name: 'propertyName', label: 'Property' }]) },
    })
  })

  test('recipients are filtered by contact type and property, and each address gets one mail', async () => {
    const names = async (values: object) => {
      const { recipients } = (await preview(values)).body as {
        recipients: { email: string; properties: number }[]
      }
      return recipients.map((recipient) => `${recipient.email} ${recipient.properties}`)
    }
    expect(await names({ contactTypeIds: [6] })).toEqual(['primary@one.example 2'])
    const certified = { who: { sendToCertifiedBy: true, properties: { propertyIds: [1, 2] } } }
    await portal.owner.query(`insert into status_history (entity, row_id, property_id, to_status_id, action, user_id)
      values ('ReplacementReserveRequest', 1, 1, 2, 'submit', 5)`)
    // A user who submitted another request is not a signer of a certification.
    expect(await names(certified)).toEqual([])
    await portal.owner.query(`insert into management_company_asset_certification
        (management_company_id, status_id, submitted, submitted_by_id)
      values (1, 5, '2025-01-01', 7), (1, 2, '2026-01-01', 4), (1, 1, '2026-02-01', 7)`)
    expect(await names(certified)).toEqual(['company.admin@one.example 2'])
    await portal.owner.query('delete from management_company_asset_certification; delete from status_history')
    expect(await names({ contactTypeIds: [1, 8], who: { properties: { propertyIds: [1] } } })).toEqual([
      'financial@one.example 1',
      'partner@grove.example 1',
    ])
    expect(await names({ contactTypeIds: [6], who: { properties: { federalTypeIds: [2] } } })).toEqual([
      'primary@one.example 1',
    ])
    expect(await names({ contactTypeIds: [6], who: { properties: { statusIds: [5] } } })).toEqual([])
    expect(await names({ who: { sendToMcAdmin: true, properties: { managementCompanyIds: [1] } } })).toEqual([
      'company.admin@one.example 3',
    ])
    expect(await names({ who: { userIds: [5, 7] } })).toEqual([
      'company.writer@one.example 2',
      'other.user@two.example 2',
    ])
  })

  test('a repeated address gets one mail and is counted, and people without an address are named', async () => {
    await portal.owner.query(
      `insert into contact (contact_id, name, email) overriding system value values (90, 'Twin', 'PRIMARY@one.example '), (91, 'Silent Contact', null)`,
    )
    await portal.owner.query(
      'insert into property_contact (property_id, contact_id, contact_type_id) values (1, 90, 6), (1, 91, 6)',
    )
    expect((await preview({ contactTypeIds: [6] })).body).toMatchObject({
      total: 1,
      properties: 2,
      duplicates: 1,
      withoutAddress: ['Silent Contact'],
    })
    await portal.owner.query(
      'delete from property_contact where contact_id in (90, 91); delete from contact where contact_id in (90, 91)',
    )
  })

  test('CALL-EML-01 each recipient gets a mail with their own text, and the files and log are stored', async () => {
    const attached = await portal.upload('agency.write', '/api/Email/Attach', {}, [
      { name: 'notice.pdf', content: Buffer.from('%PDF-1.7 notice') },
    ])
    expect(attached.body).toMatchObject([
      { fileName: 'notice.pdf', contentType: 'application/pdf', sizeBytes: 15 },
    ])
    const reply = await send({ contactTypeIds: [6, 8], attachments: attached.body })
    expect(reply.body).toMatchObject({ total: 2, properties: 2 })
    const { emailId } = reply.body as { emailId: number }
    expect(await mails()).toMatchObject([
      {
        subject: 'News of Maple Grove Apartments',
        recipients: [{ email: 'financial@one.example' }],
        attachments: [{ fileName: 'notice.pdf' }],
        email_id: emailId,
      },
      {
        subject: 'News of Birch Court, Maple Grove Apartments',
        text: expect.stringMatching(
          /Dear Primary Contact,\n\n• Birch Court, Columbia\n• Maple Grove Apartments \(12-034\), Columbia/,
        ),
      },
    ])
    const list = (await ask('agency.read', 'GET', '/api/Email/GetList')).body as EmailLine[]
    expect(list).toMatchObject([
      { emailId, total: 2, sent: 0, waiting: 2, notSent: 0, attachments: 1, createdByName: 'Agency Write' },
    ])
    const log = (await ask('agency.read', 'GET', `/api/Email/GetLog/${emailId}`)).body as LogLine[]
    expect(log.map((item) => [item.email, item.state])).toEqual([
      ['financial@one.example', 'Stored'],
      ['primary@one.example', 'Stored'],
    ])
    expect((await send({ contactTypeIds: [6, 8] })).status).toBe(409)
  })

  test('no recipients, no text, unknown placeholders, forged headers and missing files are faults of their fields', async () => {
    expect(faults(await send({ subject: ' ', message: '<p> </p>' }))).toEqual([
      'subject',
      'message',
      'contactTypeIds',
    ])
    const unknown = { contactTypeIds: [6], message: '<p>{{rent}}</p>', subject: '{{rent}}' }
    expect(faults(await send(unknown))).toEqual(['subject', 'message'])
    expect(faults(await send({ contactTypeIds: [6], subject: 'a\r\nBcc: b@evil.example' }))).toEqual([
      'subject',
    ])
    const lost = [
      { fileName: 'a.pdf', contentType: 'application/pdf', sizeBytes: 1, contentHash: 'a'.repeat(64) },
    ]
    expect(faults(await send({ contactTypeIds: [6], attachments: lost }))).toEqual(['attachments'])
    expect(await mails()).toEqual([])
  })

  test('a mail is sent again only to recipients that it did not reach', async () => {
    const { emailId } = (await send({ contactTypeIds: [6, 8] })).body as { emailId: number }
    await portal.owner.query(
      `update outbox set given_up_at = now(), last_error = 'Refused', attempts = 3 where recipients::text like '%financial%'`,
    )
    await portal.owner.query(`update outbox set sent_at = now() where recipients::text like '%primary%'`)
    expect((await ask('agency.read', 'GET', '/api/Email/GetList')).body).toMatchObject([
      { sent: 1, waiting: 0, notSent: 1 },
    ])
    expect((await ask('agency.write', 'POST', `/api/Email/Resend/${emailId}`, {})).body).toEqual({
      resent: 1,
    })
    expect((await ask('agency.read', 'GET', `/api/Email/GetLog/${emailId}`)).body).toMatchObject([
      { state: 'Stored', attempts: 0, lastError: null },
      { state: 'Sent' },
    ])
    expect((await ask('agency.write', 'POST', `/api/Email/Resend/${emailId}`, {})).body).toEqual({
      resent: 0,
    })
  })

  test('a draft can be stored and changed, and is sent once and cannot be changed afterwards', async () => {
    const draft = (await ask('agency.write', 'POST', '/api/Email', { ...message, contactTypeIds: [6] }))
      .body as {
      emailId: number
    }
    const { emailId } = draft
    await ask('agency.write', 'PUT', '/api/Email', { emailId, subject: 'Changed' })
    expect((await ask('agency.write', 'POST', '/api/Email/SendEmail', { emailId })).body).toMatchObject({
      emailId,
      total: 1,
    })
    expect((await mails()).map((mail: { subject: string }) => mail.subject)).toEqual(['Changed'])
    expect((await ask('agency.write', 'POST', '/api/Email/SendEmail', { emailId })).status).toBe(409)
    expect((await ask('agency.write', 'PUT', '/api/Email', { emailId, subject: 'Late' })).status).toBe(409)
    expect((await ask('agency.write', 'DELETE', `/api/Email/${emailId}`)).status).toBe(409)
  })
})
