import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#kernel/model/dates.ts'
import { asSystem } from '#kernel/server/database.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { Settings } from '#kernel/server/settings.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { nightlyTasks } from './job.ts'
import { makeTasks } from './makeTasks.ts'
import { sendReminders } from './reminders.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

const runTasksJob = (day: string) =>
  asSystem(portal.pool, 'test', (transaction) =>
    makeTasks(transaction, new Settings(transaction, portal.services), day),
  )
const sendRemindersOf = (day: string) =>
  asSystem(portal.pool, 'test', (transaction) =>
    sendReminders(transaction, new Settings(transaction, portal.services), 'https://portal.example', day),
  )

/** Removes all tasks and schedules, and gives property A one schedule. */
async function setSingleSchedule(
  type: number,
  frequency: number,
  start: string,
  end: string | null,
): Promise<void> {
  const [year, month] = start.split('-').map(Number) as [number, number]
  const [endYear, endMonth] = (end ?? '0-0').split('-').map((text) => Number(text) || null) as [
    number,
    number,
  ]
  const quarter = (number: number | null) => (number === null ? null : Math.ceil(number / 3))
  await portal.owner.query('delete from task_instance')
  await portal.owner.query('delete from task_schedule')
  await portal.owner.query(
    `insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month, start_quarter_quarter_id, end_year, end_month, end_quarter_quarter_id)
      values (1, $1, $2, $3, $4, $5, $6, $7, $8)`,
    [type, frequency, year, month, quarter(month), endYear, endMonth, quarter(endMonth)],
  )
}

type Period = { start: string; end: string; opens: string }
const periods = async (): Promise<Period[]> =>
  (
    await portal.owner.query<Period>(
      `select period_start::text as start, period_end::text as end, window_open::text as opens from task_instance order by 1`,
    )
  ).rows

test('domain 3.3: after nights in any order and repeated nights, each period has exactly one task', async () => {
  const month = fc
    .integer({ min: 0, max: 40 })
    .map((count) => `${2022 + Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`)
  const nights = fc.array(
    fc.integer({ min: 0, max: 1400 }).map((count) => addDays('2022-01-01', count)),
    { minLength: 1, maxLength: 5 },
  )
  const kind = fc.constantFrom([3, 0], [4, 1], [6, 2], [1, 2], [8, 2])
  await fc.assert(
    fc.asyncProperty(
      kind,
      month,
      fc.option(fc.integer({ min: 0, max: 30 })),
      nights,
      async (what, start, length, days) => {
        const [type, frequency] = what as [number, number]
        const from = `${start}-01`
        const end = length === null ? null : addDays(from, length * 31).slice(0, 7)
        await setSingleSchedule(type, frequency, start, end)
        for (const day of days) await runTasksJob(day)
        const created = await periods()
        for (const [index, period] of created.entries()) {
          const next = created[index + 1]
          if (next) expect(next.start).toBe(addDays(period.end, 1))
        }
        // A single run on the last of these days gives the same tasks.
        await setSingleSchedule(type, frequency, start, end)
        await runTasksJob(days.toSorted().at(-1)!)
        expect(created).toEqual(await periods())
      },
    ),
    { numRuns: 40 },
  )
})

test('FMT-02 in a year without entered holidays, due dates move only for weekends', async () => {
  await portal.owner.query('delete from holiday')
  await setSingleSchedule(3, 0, '2031-11', '2031-11')
  await runTasksJob('2031-11-20')
  const due = async () =>
    (await portal.owner.query<{ due: string }>('select due_date::text as due from task_instance')).rows.map(
      (row) => row.due,
    )
  expect(await due()).toEqual(['2031-12-10'])
  await portal.owner.query(`insert into holiday (holiday_date, name) values ('2031-12-10', 'Test')`)
  await runTasksJob('2031-11-21')
  expect(await due()).toEqual(['2031-12-11'])
})

type Mail = { subject: string; recipients: { email: string }[]; body_text: string }
async function mails(): Promise<Mail[]> {
  const result = await portal.owner.query<Mail>(
    `delete from outbox where event = 'task.reminder' returning subject, recipients, body_text`,
  )
  return result.rows.toSorted((a, b) => a.recipients[0]!.email.localeCompare(b.recipients[0]!.email))
}

test('domain 37: the module’s contacts are reminded once each 30, 7 and 1 days before and 1, 7 and 30 days after', async () => {
  await setSingleSchedule(1, 2, '2025-01', '2025-12')
  await runTasksJob('2026-01-02')
  const days = [
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
    '2026-03-24',
    '2026-03-30',
    '2026-03-31',
    '2026-04-01',
    '2026-04-07',
    '2026-04-30',
    '2026-06-01',
  ]
  const counts: Record<string, number> = {}
  for (const day of days) counts[day] = await sendRemindersOf(day)
  expect(counts).toEqual({
    '2026-02-28': 0,
    '2026-03-01': 1,
    '2026-03-02': 0,
    '2026-03-24': 1,
    '2026-03-30': 1,
    '2026-03-31': 0,
    '2026-04-01': 2,
    '2026-04-07': 2,
    '2026-04-30': 2,
    '2026-06-01': 0,
  })
  const sentMails = await mails()
  expect(new Set(sentMails.map((mail) => mail.recipients[0]!.email))).toEqual(
    new Set(['financial@one.example', 'partner@grove.example']),
  )
  expect(sentMails[0]).toMatchObject({ subject: '1 task due soon' })
  expect(sentMails.at(-1)!.subject).toBe('1 task overdue')
  expect(sentMails.at(-1)!.body_text).toContain(
    'AFS, 2025, Maple Grove Apartments: was due 03/31/2026, 30 days ago',
  )
})

test('each person gets one mail a night; without contacts the company’s administrators get it', async () => {
  await setSingleSchedule(3, 0, '2026-01', '2026-02')
  await runTasksJob('2026-03-02')
  await portal.owner.query(`update task_instance set due_date = '2026-03-10'`)
  expect(await sendRemindersOf('2026-03-09')).toBe(1)
  const [mail] = await mails()
  expect(mail).toMatchObject({
    subject: '2 tasks due soon',
    recipients: [{ email: 'company.admin@one.example' }],
  })
})

test('two workers that run at the same time send each reminder once', async () => {
  await setSingleSchedule(1, 2, '2025-01', '2025-12')
  await runTasksJob('2026-01-02')
  await Promise.all([sendRemindersOf('2026-03-30'), sendRemindersOf('2026-03-30')])
  expect(await mails()).toHaveLength(1)
  portal.setNow(new Date('2026-04-01T12:00:00Z'))
  const ran = await Promise.all([1, 2].map(() => runDue(portal.pool, portal.services, nightlyTasks)))
  expect(ran.toSorted()).toEqual([false, true])
  expect(await mails()).toHaveLength(2)
})

test('a reminder uses the agency’s template, and none is sent if the agency turned it off', async () => {
  await setSingleSchedule(1, 2, '2025-01', '2025-12')
  await runTasksJob('2026-01-02')
  const labels = { event: 'task.reminder', toParts: ['contacts'], ccParts: [], version: 0 }
  const save = (more: object) =>
    portal.ask('agency.write', 'POST', '/api/EventMail/Save', { ...labels, ...more })
  const wrong = await save({ goesOut: true, subject: 'To do', body: '{{property}}' })
  expect(wrong.body).toMatchObject({ fields: { body: [expect.stringContaining('property')] } })
  await save({ goesOut: true, subject: 'To do for {{name}}', body: 'Please file:\n\n{{tasks}}' })
  expect(await sendRemindersOf('2026-03-30')).toBe(1)
  const [mail] = await mails()
  expect(mail!.subject).toBe('To do for Financial Contact')
  expect(mail!.body_text).toMatch(/^Please file:\n\n- AFS, 2025, Maple Grove Apartments: due 03\/31\/2026$/)
  await save({ goesOut: false, subject: 'To do', body: 'None', version: 1 })
  expect(await sendRemindersOf('2026-04-01')).toBe(0)
  expect(await mails()).toEqual([])
  await portal.ask('agency.write', 'POST', '/api/EventMail/Reset/task.reminder')
})

test('there is no reminder of a task that was filed', async () => {
  await setSingleSchedule(1, 2, '2025-01', '2025-12')
  await runTasksJob('2026-01-02')
  await portal.owner.query('update task_instance set status_id = 2')
  expect(await sendRemindersOf('2026-03-30')).toBe(0)
})

test('there is no reminder of a task that cannot be filed yet, or of a released or exempt property', async () => {
  await setSingleSchedule(3, 0, '2026-03', '2026-03')
  await runTasksJob('2026-03-02')
  expect(await sendRemindersOf('2026-03-11')).toBe(0)
  expect(await sendRemindersOf('2026-04-03')).toBe(1)
  const reminded = async (day: string) => {
    await portal.owner.query('delete from task_reminder')
    return sendRemindersOf(day)
  }
  await portal.owner.query('update property set status_id = 1 where property_id = 1')
  expect(await reminded('2026-04-13')).toBe(0)
  await portal.owner.query(`update property set status_id = 0 where property_id = 1;
    insert into property_requirement (property_id, module_id, required) values (1, 3, false)`)
  expect(await reminded('2026-04-13')).toBe(0)
  await portal.owner.query('delete from property_requirement where property_id = 1')
  expect(await reminded('2026-04-13')).toBe(1)
  await mails()
})

test('a rent increase is optional: there are reminders until its due date, and it is never overdue', async () => {
  await setSingleSchedule(8, 2, '2027-01', '2027-12')
  await runTasksJob('2026-09-30')
  expect(await sendRemindersOf('2026-12-01')).toBe(1)
  expect((await mails())[0]?.body_text).toContain(
    'Rent increase, 2027, Maple Grove Apartments: can be filed until 12/31/2026',
  )
  expect(await sendRemindersOf('2027-01-01')).toBe(0)
  portal.setNow(new Date('2027-02-01T15:00:00Z'))
  const ask = async (url: string) => (await portal.ask('agency.read', 'GET', `/api/tasks/${url}`)).body
  expect(await ask('ByProperty/1')).toMatchObject([{ dueDate: '2026-12-31', dueStatus: 0, daysLate: null }])
  expect(await ask('ByUser')).toEqual([])
  expect(await ask('GetToDoProperty/1')).toEqual([])
  expect(await ask('GetMultipleDashboard')).toMatchObject({ byType: [], byProperty: [], byMonth: [] })
})
