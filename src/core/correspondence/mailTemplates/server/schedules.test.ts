import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { scheduledMails } from './schedules.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(() =>
  portal.owner.query(
    'delete from email_template; delete from outbox; delete from email; delete from job_run',
  ),
)

/** Runs the job at this hour of the agency's day (in winter, six hours behind UTC). */
async function runAt(day: string, hour: number): Promise<boolean> {
  portal.setNow(new Date(`${day}T${String(hour).padStart(2, '0')}:30:00-06:00`))
  return runDue(portal.pool, portal.services, scheduledMails)
}

async function createTemplate(schedules: object[], values: object = {}): Promise<number> {
  portal.setNow(null)
  const reply = await portal.ask('agency.write', 'POST', '/api/EmailTemplate', {
    name: 'Reserve statement',
    kind: 'Property',
    subject: 'Statement of {{today}}',
    emailBody: '<p>Dear {{recipientName}},</p><p>{{propertyList}}</p>',
    typeIds: [6],
    schedules: schedules.map((schedule) => ({ type: 'Calendar day', active: true, ...schedule })),
    ...values,
  })
  expect(reply.status).toBe(200)
  return (reply.body as { emailTemplateId: number }).emailTemplateId
}

const loadSentMails = async () =>
  (
    await portal.owner.query<{ subject: string; email: string }>(
      `select subject, recipients -> 0 ->> 'email' as email from outbox order by outbox_id`,
    )
  ).rows.map((row) => `${row.subject}: ${row.email}`)

test('on its day, from the hour of the setting on, each recipient gets one mail about all of their properties', async () => {
  await createTemplate([{ date: '2027-01-31', repeat: 'Monthly' }])
  await runAt('2027-01-30', 12)
  await runAt('2027-01-31', 6)
  expect(await loadSentMails()).toEqual([])
  await runAt('2027-01-31', 7)
  expect(await loadSentMails()).toEqual(['Statement of 01/31/2027: primary@one.example'])
  const { rows } = await portal.owner.query('select body_text as text, body_html as html from outbox')
  expect(rows[0].text).toMatch(/Birch Court.*\n.*Maple Grove/)
  expect(rows[0].html).toContain('<p>Dear Primary Contact,</p>')
})

test('a repeated run, later that day or by another worker, does not send it twice', async () => {
  await createTemplate([{ date: '2027-01-31', repeat: 'Monthly' }])
  portal.setNow(new Date('2027-01-31T14:30:00Z'))
  const other = { ...scheduledMails, name: 'another worker' }
  await Promise.all([scheduledMails, other].map((job) => runDue(portal.pool, portal.services, job)))
  for (const hour of [9, 10, 23]) await runAt('2027-01-31', hour)
  expect(await loadSentMails()).toHaveLength(1)
  await runAt('2027-02-28', 8)
  expect(await loadSentMails()).toHaveLength(2)
})

test('of several missed days, only the newest within the days of grace is sent', async () => {
  await createTemplate([{ date: '2027-01-04', repeat: 'Daily' }])
  await runAt('2027-01-06', 8)
  expect(await loadSentMails()).toEqual(['Statement of 01/06/2027: primary@one.example'])
  await portal.owner.query('delete from outbox; delete from email_template')
  await createTemplate([{ date: '2027-01-04', repeat: 'Once' }])
  await runAt('2027-01-07', 8)
  expect(await loadSentMails()).toHaveLength(1)
  await portal.owner.query('delete from outbox; delete from email_template')
  await createTemplate([{ date: '2027-01-04', repeat: 'Once' }])
  await runAt('2027-01-08', 8)
  expect(await loadSentMails()).toEqual([])
})

test('an inactive schedule or template is not sent', async () => {
  await createTemplate([{ date: '2027-01-04', repeat: 'Daily', active: false }])
  await createTemplate([{ date: '2027-01-04', repeat: 'Daily' }], { name: 'Off', active: false })
  await runAt('2027-01-04', 8)
  expect(await loadSentMails()).toEqual([])
})

test('recipients can be contacts, users, the template’s author, the company’s administrators and the last certifier', async () => {
  await portal.owner.query(
    `insert into status_history (entity, row_id, property_id, to_status_id, action, user_id) values ('ReplacementReserveRequest', 1, 1, 2, 'submit', 6);
    insert into management_company_asset_certification (management_company_id, status_id, submitted, submitted_by_id)
      values (1, 6, '2025-01-01', 6), (1, 5, '2026-01-01', 5)`,
  )
  await createTemplate([{ date: '2027-01-04', repeat: 'Once' }], {
    typeIds: [8],
    userIds: [9],
    sendToCreatedBy: true,
    sendToMcAdmin: true,
    sendToCertifiedBy: true,
    properties: { propertyIds: [1] },
  })
  await runAt('2027-01-04', 8)
  expect((await loadSentMails()).map((line) => line.split(': ')[1]).sort()).toEqual([
    'agency.manager@agency.example',
    'agency.write@agency.example',
    'company.admin@one.example',
    'company.writer@one.example',
    'financial@one.example',
  ])
  const { rows } = await portal.owner.query(
    'select total, created_by, email_template_id is not null as known from email',
  )
  expect(rows).toEqual([{ total: 5, created_by: 2, known: true }])
})
