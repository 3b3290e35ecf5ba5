import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { reportMails } from '#report/server/mailingJob.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

type Mail = {
  event: string
  subject: string
  body: string
  recipients: { email: string }[]
  attachments: { fileName: string; contentHash: string }[]
}
type Line = {
  reportMailingId: number
  nextOn: string | null
  stoppedReason: string | null
  lastMails: number | null
  recipients: { userId: number; stoppedReason: string | null }[]
}

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-20T15:00:00Z'))
  await seedRecords(portal)
  await seedMore(portal, 12)
  await portal.owner.query(`insert into holiday (holiday_date, name) values ('2026-05-25', 'Memorial Day')`)
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(
    'delete from saved_view; delete from outbox; delete from job_run; delete from job_failure',
  )
  portal.setNow(new Date('2026-04-20T15:00:00Z'))
})

const loadId = async (name: string) =>
  (
    await portal.owner.query<{ id: number }>('select user_id as id from app_user where user_name = $1', [
      name,
    ])
  ).rows[0]!.id
const view = async (persona: string, page = 'compliancesummaryreport', query = '', name = 'Open items') =>
  (
    await portal.ask(persona, 'POST', '/api/SavedView/SaveView', {
      list: `/reporting/${page}`,
      name,
      state: JSON.stringify({ query, hidden: null }),
      shared: false,
      isDefault: false,
    })
  ).body as number
const save = async (persona: string, savedViewId: number, to: string[], more: object = {}) =>
  portal.ask(persona, 'POST', '/api/ReportMailing/Save', {
    reportMailingId: null,
    savedViewId,
    rhythm: 'Working days',
    weekday: null,
    monthDay: null,
    userIds: await Promise.all(to.map(loadId)),
    ...more,
  })
const lines = async (persona: string) =>
  (await portal.ask(persona, 'GET', '/api/ReportMailing/GetMailings')).body as Line[]
const mails = async (): Promise<Mail[]> =>
  (
    await portal.owner.query<Mail>(
      'select event, subject, body_text as body, recipients, attachments from outbox order by outbox_id',
    )
  ).rows
/** Every hour of a day, as a worker does. */
async function day(date: string, hours = [11, 12, 23]) {
  for (const hour of hours) {
    portal.setNow(new Date(`${date}T${String(hour).padStart(2, '0')}:10:00Z`))
    await runDue(portal.pool, portal.services, reportMails)
  }
}
const loadBook = async ({ contentHash }: { contentHash: string }) =>
  (await readXlsx(await portal.services.files.get(contentHash))) as unknown as { data: unknown[][] }[]

describe('RPT: the days on which a report is mailed', () => {
  test.each([
    ['Working days', {}, 20],
    ['Weekly', { weekday: 3 }, 4],
    ['Monthly', { monthDay: 31 }, 1],
    ['Last working day', {}, 1],
  ])('%s: over May 2026, holidays and weekends aside, each once', async (rhythm, more, count) => {
    expect(
      (await save('agency.read', await view('agency.read'), ['agency.read'], { rhythm, ...more })).status,
    ).toBe(200)
    portal.setNow(new Date('2026-04-30T20:00:00Z'))
    await portal.owner.query(`update report_mailing set since = '2026-05-01'`)
    for (let date = 1; date <= 31; date += 1) await day(`2026-05-${String(date).padStart(2, '0')}`, [10, 12])
    const { rows } = await portal.owner.query<{ due: string }>(
      'select due_on::text as due from report_mailing_run order by 1',
    )
    expect([rows.length, (await mails()).length]).toEqual([count, count])
    if (rhythm === 'Working days') expect(rows.map(({ due }) => due)).not.toContain('2026-05-25')
    if (rhythm === 'Last working day') expect(rows[0]?.due).toBe('2026-05-29')
    if (rhythm === 'Monthly') expect(rows[0]?.due).toBe('2026-05-31')
  })

  test('the next day is said; what is begun today is first mailed tomorrow; a day long past is left out', async () => {
    await save('agency.read', await view('agency.read'), ['agency.read'])
    expect((await lines('agency.read'))[0]?.nextOn).toBe('2026-04-21')
    await day('2026-04-20')
    expect(await mails()).toEqual([])
    await day('2026-04-21')
    expect(await mails()).toHaveLength(1)
    await day('2026-05-18')
    expect(await mails()).toHaveLength(2)
  })
})

describe('RPT: whose figures are mailed', () => {
  test('each recipient gets what they themselves may read, never what the owner may', async () => {
    expect(
      (await save('company.admin', await view('company.admin'), ['company.admin', 'company.reader'])).status,
    ).toBe(200)
    await day('2026-04-21')
    const outbox = await mails()
    expect(outbox).toHaveLength(2)
    for (const mail of outbox) {
      const [{ user }] = (
        await portal.owner.query<{ user: string }>(
          'select user_name as user from app_user where email = $1',
          [mail.recipients[0]!.email],
        )
      ).rows as [{ user: string }]
      const payload = (
        await portal.ask(user, 'POST', '/api/reporting/ComplianceModuleSummary', { propertyStatus: 0 })
      ).body as { property: string }[]
      const [sheet] = await loadBook(mail.attachments[0]!)
      const first = sheet!.data.slice(4).map(([property]) => property)
      expect(first.slice(0, first.indexOf('Total'))).toEqual(payload.map(({ property }) => property))
      expect(mail.body).toContain('/#/reporting/ComplianceSummaryReport')
    }
  })

  test('rows of households and of matters are never mailed: a link alone', async () => {
    for (const [index, page] of ['ResidentRelationsReport', 'SpecialNeeds', 'OccupancyMoveOut'].entries())
      await save('agency.read', await view('agency.read', page.toLowerCase(), '', `View ${index}`), [
        'agency.read',
      ])
    await day('2026-04-21')
    const outbox = await mails()
    expect(outbox.map(({ attachments }) => attachments.length)).toEqual([0, 0, 0])
    for (const { body } of outbox) expect(body).toContain('read only in the portal')
  })

  test('too many rows for a mail: it has only a link, and says so', async () => {
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('report_mail_rows', '1', '2020-01-01')`,
    )
    await save('agency.read', await view('agency.read'), ['agency.read'])
    await day('2026-04-21')
    await portal.owner.query(`delete from setting where key = 'report_mail_rows'`)
    const [mail] = await mails()
    expect([mail?.attachments.length, mail?.body]).toEqual([
      0,
      expect.stringContaining('more rows than can be mailed'),
    ])
  })

  test('rights withdrawn midway: that recipient is left out, and at last it stops; the owner is told both times', async () => {
    const to = ['agency.write', 'agency.manager']
    await save('agency.read', await view('agency.read', 'vacancyreport'), to)
    await day('2026-04-21')
    expect(await mails()).toHaveLength(2)
    const leave = async (name: string) =>
      portal.owner.query('update app_user set active = false where user_name = $1', [name])
    await leave('agency.write')
    await day('2026-04-22')
    let someMails = (await mails()).slice(2)
    expect(someMails.map(({ event }) => event)).toEqual(['report.mailed', 'report.mailStopped'])
    expect(someMails[1]?.body).toMatch(/no longer/)
    expect(
      (await lines('agency.read'))[0]?.recipients.filter(({ stoppedReason }) => stoppedReason),
    ).toHaveLength(1)
    await leave('agency.manager')
    await day('2026-04-23')
    await day('2026-04-24')
    someMails = (await mails()).slice(4)
    expect(someMails.map(({ event }) => event)).toEqual(['report.mailStopped'])
    expect((await lines('agency.read'))[0]).toMatchObject({
      nextOn: null,
      stoppedReason: expect.stringMatching(/no longer/),
    })
    await portal.owner.query('update app_user set active = true')
  })

  const withdraw = async (name: string) =>
    portal.owner.query(
      `delete from permission where user_id = ${await loadId(name)} and key in ('Occupancy', 'Global_Admin')`,
    )
  const grant = async (name: string) =>
    portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values (${await loadId(name)}, 1, 'Occupancy', true, false)
      on conflict do nothing`)

  test('a permission withdrawn from a recipient, then from the owner', async () => {
    for (const name of ['company.writer', 'company.reader']) await grant(name)
    const savedViewId = await view('company.writer', 'vacancyreport')
    expect((await save('company.writer', savedViewId, ['company.reader', 'company.admin'])).status).toBe(200)
    await withdraw('company.reader')
    await day('2026-04-21')
    expect((await mails()).map(({ event }) => event)).toEqual(['report.mailed', 'report.mailStopped'])
    await withdraw('company.writer')
    await day('2026-04-22')
    expect((await mails()).slice(2).map(({ event }) => event)).toEqual(['report.mailStopped'])
    expect((await lines('company.writer'))[0]?.stoppedReason).toMatch(/may no longer read/)
    expect((await save('company.writer', savedViewId, ['company.admin'])).status).toBe(403)
  })
})

test('RPT: a crash between computing and sending mails it once, and nothing twice', async () => {
  await save('agency.read', await view('agency.read'), ['agency.read', 'agency.write'])
  await portal.owner.query(`create function pg_temp.broken() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
    create trigger cut before insert on outbox for each row execute function pg_temp.broken()`)
  portal.setNow(new Date('2026-04-21T12:10:00Z'))
  await expect(runDue(portal.pool, portal.services, reportMails)).rejects.toThrow('cut off')
  expect((await portal.owner.query('select 1 from report_mailing_run')).rowCount).toBe(0)
  await portal.owner.query('drop trigger cut on outbox')
  await day('2026-04-21', [12, 13])
  expect(await mails()).toHaveLength(2)
  // Two workers at once.
  portal.setNow(new Date('2026-04-22T12:10:00Z'))
  await Promise.all([1, 2, 3].map(() => runDue(portal.pool, portal.services, reportMails)))
  expect(await mails()).toHaveLength(4)
})

test('RPT: mailings are their owner’s; colleagues alone are chosen; what is no report is refused', async () => {
  const savedViewId = await view('agency.read')
  expect((await save('agency.read', savedViewId, ['company.admin'])).status).toBe(400)
  expect((await save('agency.read', savedViewId, [])).status).toBe(400)
  expect((await save('agency.read', savedViewId, ['agency.write'], { rhythm: 'Weekly' })).status).toBe(400)
  expect((await save('agency.write', savedViewId, ['agency.write'])).status).toBe(404)
  const list = await portal.ask('agency.read', 'POST', '/api/SavedView/SaveView', {
    list: '/projects properties',
    name: 'x',
    state: '{}',
    shared: false,
    isDefault: false,
  })
  expect((await save('agency.read', list.body as number, ['agency.read'])).status).toBe(422)
  const id = (await save('agency.read', savedViewId, ['agency.read'])).body as number
  expect(await lines('agency.admin')).toEqual([])
  const pause = (persona: string, paused: boolean) =>
    portal.ask(persona, 'POST', `/api/ReportMailing/Pause/${id}`, { paused })
  expect((await pause('agency.admin', true)).status).toBe(404)
  expect((await pause('agency.read', true)).body).toBe(true)
  await day('2026-04-21')
  expect([await mails(), (await lines('agency.read'))[0]?.nextOn]).toEqual([[], null])
  await pause('agency.read', false)
  expect((await portal.ask('agency.admin', 'DELETE', `/api/ReportMailing/Delete/${id}`)).status).toBe(404)
  expect((await portal.ask('agency.read', 'DELETE', `/api/ReportMailing/Delete/${id}`)).body).toBe(true)
  expect(await lines('agency.read')).toEqual([])
})

test('RPT: a request cannot take on another person’s rights', async () => {
  const client = await portal.pool.connect()
  await client.query(
    `begin; select set_config('rooftree.user_id', '1', true), set_config('rooftree.write_all', 'on', true)`,
  )
  await expect(client.query(`select kernel.enter_as(2, null, 'x')`)).rejects.toMatchObject({ code: '42501' })
  await client.query('rollback')
  client.release()
})

test('RPT: a recipient leaves by themselves, from the mail’s link; the sender sees it, and is not asked to write', async () => {
  const savedViewId = await view('agency.read')
  const id = (await save('agency.read', savedViewId, ['agency.write', 'agency.admin'])).body as number
  const toMe = async (persona: string) =>
    (await portal.ask(persona, 'GET', '/api/ReportMailing/GetMailedToMe')).body as object[]
  const leave = (persona: string) => portal.ask(persona, 'POST', `/api/ReportMailing/Leave/${id}`)
  expect(await toMe('agency.write')).toEqual([
    expect.objectContaining({
      reportMailingId: id,
      viewName: 'Open items',
      report: 'Compliance Summary',
      paused: false,
    }),
  ])
  expect([await toMe('agency.read'), await toMe('company.admin')]).toEqual([[], []])
  await day('2026-04-21')
  const [mail] = await mails()
  expect(mail?.body).toContain(`/#/reporting?leave=${id}`)
  expect((await leave('company.admin')).status).toBe(404)
  expect((await leave('agency.write')).body).toBe(true)
  expect((await leave('agency.write')).status).toBe(404)
  expect(await toMe('agency.write')).toEqual([])
  const [line] = await lines('agency.read')
  expect(line?.recipients.filter(({ stoppedReason }) => stoppedReason)).toHaveLength(1)
  expect(line?.stoppedReason).toBe(null)
  const heard = (await portal.ask('agency.read', 'GET', '/api/TaskMessage/GetTaskMessages')).body as {
    message: string
  }[]
  expect(heard[0]?.message).toContain('unsubscribed from Open items')
  // Neither a pause nor another day brings them back.
  const pause = (paused: boolean) =>
    portal.ask('agency.read', 'POST', `/api/ReportMailing/Pause/${id}`, { paused })
  await pause(true)
  await pause(false)
  await day('2026-04-22')
  expect((await mails()).slice(2).map(({ recipients }) => recipients[0]?.email)).toEqual([
    expect.stringContaining('admin'),
  ])
  await leave('agency.admin')
  expect((await lines('agency.read'))[0]?.stoppedReason).toContain('Nobody is left')
})
