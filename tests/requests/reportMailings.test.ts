import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailReportsJob } from '#engines/report/server/mailingJob.ts'
import { runDue } from '#kernel/server/jobs.ts'
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
const saveView = async (persona: string, page = 'compliancesummaryreport', query = '', name = 'Open items') =>
  (
    await portal.ask(persona, 'POST', '/api/SavedView/SaveView', {
      list: `/reporting/${page}`,
      name,
      state: JSON.stringify({ query, hidden: null }),
      shared: false,
      isDefault: false,
    })
  ).body as number
const saveMailing = async (persona: string, savedViewId: number, to: string[], more: object = {}) =>
  portal.ask(persona, 'POST', '/api/ReportMailing/Save', {
    reportMailingId: null,
    savedViewId,
    rhythm: 'Working days',
    weekday: null,
    monthDay: null,
    userIds: await Promise.all(to.map(loadId)),
    ...more,
  })
const loadMailings = async (persona: string) =>
  (await portal.ask(persona, 'GET', '/api/ReportMailing/GetMailings')).body as Line[]
const loadMails = async (): Promise<Mail[]> =>
  (
    await portal.owner.query<Mail>(
      'select event, subject, body_text as body, recipients, attachments from outbox order by outbox_id',
    )
  ).rows
/** Runs the mailing job at these hours of a day (UTC), as the worker does. */
async function runDay(date: string, hours = [11, 12, 23]) {
  for (const hour of hours) {
    portal.setNow(new Date(`${date}T${String(hour).padStart(2, '0')}:10:00Z`))
    await runDue(portal.pool, portal.services, mailReportsJob)
  }
}
const readWorkbook = async ({ contentHash }: { contentHash: string }) =>
  (await readXlsx(await portal.services.files.get(contentHash))) as unknown as { data: unknown[][] }[]

describe('RPT: the days on which a report is mailed', () => {
  test.each([
    ['Working days', {}, 20],
    ['Weekly', { weekday: 3 }, 4],
    ['Monthly', { monthDay: 31 }, 1],
    ['Last working day', {}, 1],
  ])(
    '%s: in May 2026 a report is mailed once on each of its days, without holidays and weekends',
    async (rhythm, more, count) => {
      expect(
        (
          await saveMailing('agency.read', await saveView('agency.read'), ['agency.read'], {
            rhythm,
            ...more,
          })
        ).status,
      ).toBe(200)
      portal.setNow(new Date('2026-04-30T20:00:00Z'))
      await portal.owner.query(`update report_mailing set since = '2026-05-01'`)
      for (let date = 1; date <= 31; date += 1)
        await runDay(`2026-05-${String(date).padStart(2, '0')}`, [10, 12])
      const { rows } = await portal.owner.query<{ due: string }>(
        'select due_on::text as due from report_mailing_run order by 1',
      )
      expect([rows.length, (await loadMails()).length]).toEqual([count, count])
      if (rhythm === 'Working days') expect(rows.map(({ due }) => due)).not.toContain('2026-05-25')
      if (rhythm === 'Last working day') expect(rows[0]?.due).toBe('2026-05-29')
      if (rhythm === 'Monthly') expect(rows[0]?.due).toBe('2026-05-31')
    },
  )

  test('the list shows the next day, the first mail goes out the day after the mailing is saved, and missed days are skipped', async () => {
    await saveMailing('agency.read', await saveView('agency.read'), ['agency.read'])
    expect((await loadMailings('agency.read'))[0]?.nextOn).toBe('2026-04-21')
    await runDay('2026-04-20')
    expect(await loadMails()).toEqual([])
    await runDay('2026-04-21')
    expect(await loadMails()).toHaveLength(1)
    await runDay('2026-05-18')
    expect(await loadMails()).toHaveLength(2)
  })
})

describe('RPT: each mail has the figures its recipient may read', () => {
  test('each recipient gets the rows that they may read themselves, not those of the owner', async () => {
    expect(
      (
        await saveMailing('company.admin', await saveView('company.admin'), [
          'company.admin',
          'company.reader',
        ])
      ).status,
    ).toBe(200)
    await runDay('2026-04-21')
    const outbox = await loadMails()
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
      const [sheet] = await readWorkbook(mail.attachments[0]!)
      const first = sheet!.data.slice(4).map(([property]) => property)
      expect(first.slice(0, first.indexOf('Total'))).toEqual(payload.map(({ property }) => property))
      expect(mail.body).toContain('/#/reporting/ComplianceSummaryReport')
    }
  })

  test('rows about households and matters are never mailed, and the mail has a link only', async () => {
    for (const [index, page] of ['ResidentRelationsReport', 'SpecialNeeds', 'OccupancyMoveOut'].entries())
      await saveMailing(
        'agency.read',
        await saveView('agency.read', page.toLowerCase(), '', `View ${index}`),
        ['agency.read'],
      )
    await runDay('2026-04-21')
    const outbox = await loadMails()
    expect(outbox.map(({ attachments }) => attachments.length)).toEqual([0, 0, 0])
    for (const { body } of outbox) expect(body).toContain('read only in the portal')
  })

  test('a report with too many rows is mailed as a link, and the mail says so', async () => {
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('report_mail_rows', '1', '2020-01-01')`,
    )
    await saveMailing('agency.read', await saveView('agency.read'), ['agency.read'])
    await runDay('2026-04-21')
    await portal.owner.query(`delete from setting where key = 'report_mail_rows'`)
    const [mail] = await loadMails()
    expect([mail?.attachments.length, mail?.body]).toEqual([
      0,
      expect.stringContaining('more rows than can be mailed'),
    ])
  })

  test('a recipient who loses the right is left out, the mailing ends after the last one, and the owner is informed each time', async () => {
    const to = ['agency.write', 'agency.manager']
    await saveMailing('agency.read', await saveView('agency.read', 'vacancyreport'), to)
    await runDay('2026-04-21')
    expect(await loadMails()).toHaveLength(2)
    const leave = async (name: string) =>
      portal.owner.query('update app_user set active = false where user_name = $1', [name])
    await leave('agency.write')
    await runDay('2026-04-22')
    let someMails = (await loadMails()).slice(2)
    expect(someMails.map(({ event }) => event)).toEqual(['report.mailed', 'report.mailStopped'])
    expect(someMails[1]?.body).toMatch(/no longer/)
    expect(
      (await loadMailings('agency.read'))[0]?.recipients.filter(({ stoppedReason }) => stoppedReason),
    ).toHaveLength(1)
    await leave('agency.manager')
    await runDay('2026-04-23')
    await runDay('2026-04-24')
    someMails = (await loadMails()).slice(4)
    expect(someMails.map(({ event }) => event)).toEqual(['report.mailStopped'])
    expect((await loadMailings('agency.read'))[0]).toMatchObject({
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

  test('a mailing drops a recipient without the permission and stops when its owner lacks it', async () => {
    for (const name of ['company.writer', 'company.reader']) await grant(name)
    const savedViewId = await saveView('company.writer', 'vacancyreport')
    expect(
      (await saveMailing('company.writer', savedViewId, ['company.reader', 'company.admin'])).status,
    ).toBe(200)
    await withdraw('company.reader')
    await runDay('2026-04-21')
    expect((await loadMails()).map(({ event }) => event)).toEqual(['report.mailed', 'report.mailStopped'])
    await withdraw('company.writer')
    await runDay('2026-04-22')
    expect((await loadMails()).slice(2).map(({ event }) => event)).toEqual(['report.mailStopped'])
    expect((await loadMailings('company.writer'))[0]?.stoppedReason).toMatch(/may no longer read/)
    expect((await saveMailing('company.writer', savedViewId, ['company.admin'])).status).toBe(403)
  })
})

test('RPT: after a crash between computing and sending, each report is mailed exactly once', async () => {
  await saveMailing('agency.read', await saveView('agency.read'), ['agency.read', 'agency.write'])
  await portal.owner.query(`create function pg_temp.broken() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$;
    create trigger cut before insert on outbox for each row execute function pg_temp.broken()`)
  portal.setNow(new Date('2026-04-21T12:10:00Z'))
  await expect(runDue(portal.pool, portal.services, mailReportsJob)).rejects.toThrow('cut off')
  expect((await portal.owner.query('select 1 from report_mailing_run')).rowCount).toBe(0)
  await portal.owner.query('drop trigger cut on outbox')
  await runDay('2026-04-21', [12, 13])
  expect(await loadMails()).toHaveLength(2)
  // Three workers run at the same time.
  portal.setNow(new Date('2026-04-22T12:10:00Z'))
  await Promise.all([1, 2, 3].map(() => runDue(portal.pool, portal.services, mailReportsJob)))
  expect(await loadMails()).toHaveLength(4)
})

test('RPT: only its owner sees and changes a mailing, recipients must be colleagues, and only reports can be mailed', async () => {
  const savedViewId = await saveView('agency.read')
  expect((await saveMailing('agency.read', savedViewId, ['company.admin'])).status).toBe(400)
  expect((await saveMailing('agency.read', savedViewId, [])).status).toBe(400)
  expect((await saveMailing('agency.read', savedViewId, ['agency.write'], { rhythm: 'Weekly' })).status).toBe(
    400,
  )
  expect((await saveMailing('agency.write', savedViewId, ['agency.write'])).status).toBe(404)
  const list = await portal.ask('agency.read', 'POST', '/api/SavedView/SaveView', {
    list: '/projects properties',
    name: 'x',
    state: '{}',
    shared: false,
    isDefault: false,
  })
  expect((await saveMailing('agency.read', list.body as number, ['agency.read'])).status).toBe(422)
  const id = (await saveMailing('agency.read', savedViewId, ['agency.read'])).body as number
  expect(await loadMailings('agency.admin')).toEqual([])
  const pause = (persona: string, paused: boolean) =>
    portal.ask(persona, 'POST', `/api/ReportMailing/Pause/${id}`, { paused })
  expect((await pause('agency.admin', true)).status).toBe(404)
  expect((await pause('agency.read', true)).body).toBe(true)
  await runDay('2026-04-21')
  expect([await loadMails(), (await loadMailings('agency.read'))[0]?.nextOn]).toEqual([[], null])
  await pause('agency.read', false)
  expect((await portal.ask('agency.admin', 'DELETE', `/api/ReportMailing/Delete/${id}`)).status).toBe(404)
  expect((await portal.ask('agency.read', 'DELETE', `/api/ReportMailing/Delete/${id}`)).body).toBe(true)
  expect(await loadMailings('agency.read')).toEqual([])
})

test("RPT: a request cannot take on another person's rights", async () => {
  const client = await portal.pool.connect()
  await client.query(
    `begin; select set_config('rooftree.user_id', '1', true), set_config('rooftree.write_all', 'on', true)`,
  )
  await expect(client.query(`select kernel.enter_as(2, null, 'x')`)).rejects.toMatchObject({ code: '42501' })
  await client.query('rollback')
  client.release()
})

test("RPT: a recipient can unsubscribe from the mail's link, and the sender is notified in the portal", async () => {
  const savedViewId = await saveView('agency.read')
  const id = (await saveMailing('agency.read', savedViewId, ['agency.write', 'agency.admin'])).body as number
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
  await runDay('2026-04-21')
  const [mail] = await loadMails()
  expect(mail?.body).toContain(`/#/reporting?leave=${id}`)
  expect((await leave('company.admin')).status).toBe(404)
  expect((await leave('agency.write')).body).toBe(true)
  expect((await leave('agency.write')).status).toBe(404)
  expect(await toMe('agency.write')).toEqual([])
  const [line] = await loadMailings('agency.read')
  expect(line?.recipients.filter(({ stoppedReason }) => stoppedReason)).toHaveLength(1)
  expect(line?.stoppedReason).toBe(null)
  const ownersMessages = (await portal.ask('agency.read', 'GET', '/api/TaskMessage/GetTaskMessages'))
    .body as {
    message: string
  }[]
  expect(ownersMessages[0]?.message).toContain('unsubscribed from Open items')
  // Neither a pause nor another day adds them again.
  const pause = (paused: boolean) =>
    portal.ask('agency.read', 'POST', `/api/ReportMailing/Pause/${id}`, { paused })
  await pause(true)
  await pause(false)
  await runDay('2026-04-22')
  expect((await loadMails()).slice(2).map(({ recipients }) => recipients[0]?.email)).toEqual([
    expect.stringContaining('admin'),
  ])
  await leave('agency.admin')
  expect((await loadMailings('agency.read'))[0]?.stoppedReason).toContain('Nobody is left')
})
