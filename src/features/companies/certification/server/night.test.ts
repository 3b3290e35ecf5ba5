import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { certifying } from '#tests/certifying.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { certificationJob } from './night.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => {
  await portal.owner.query('truncate management_company_asset_certification cascade')
  await portal.owner.query('truncate outbox, job_run')
})

const { get, post, application, draft, certified } = certifying(() => portal)

/** Certifies company 1 from 2026-01-01 through 2026-12-31, and returns the id of the application. */
async function certifyForYear(): Promise<number> {
  portal.setNow(new Date('2026-01-01T15:00:00Z'))
  const { managementCompanyAssetCertificationId: id, expiresOn } = await certified({}, { termMonths: 12 })
  expect(expiresOn).toBe('2026-12-31')
  await portal.owner.query('truncate outbox')
  return id
}

/** Runs the nightly job of a day with two workers at the same time. */
async function runNightlyJob(day: string): Promise<void> {
  portal.setNow(new Date(`${day}T09:00:00Z`))
  await Promise.all([1, 2].map(() => runDue(portal.pool, portal.services, certificationJob)))
}

const loadMails = async (): Promise<string[]> =>
  (
    await portal.owner.query<{ line: string }>(
      `select replace(event, 'certification.', '') || ' ' || (recipients -> 0 ->> 'email') as line from outbox order by outbox_id`,
    )
  ).rows.map((row) => row.line)

const to = 'company.admin@one.example'

describe('reminders', () => {
  test('one reminder is sent at each of 90, 60 and 30 days, independent of the number of runs', async () => {
    await certifyForYear()
    await runNightlyJob('2026-10-01')
    expect(await loadMails()).toEqual([])
    await runNightlyJob('2026-10-02')
    expect(await loadMails()).toEqual([`due ${to}`])
    await runNightlyJob('2026-10-03')
    await runNightlyJob('2026-10-31')
    expect(await loadMails()).toEqual([`due ${to}`])
    await runNightlyJob('2026-11-01')
    await runNightlyJob('2026-12-01')
    await runNightlyJob('2026-12-31')
    expect(await loadMails()).toEqual([`due ${to}`, `due ${to}`, `due ${to}`])
  })

  test('CALL-MCA-07 SendDueReminders skips missed reminders, and two calls at the same time send one', async () => {
    await certifyForYear()
    portal.setNow(new Date('2026-11-11T15:00:00Z'))
    const counts = await Promise.all([1, 2].map(() => post('agency.write', 'SendDueReminders')))
    expect(counts.map((reply) => reply.body).sort()).toEqual([0, 1])
    expect((await post('agency.write', 'SendDueReminders')).body).toBe(0)
    await runNightlyJob('2026-11-12')
    expect(await loadMails()).toEqual([`due ${to}`])
    expect((await post('company.admin', 'SendDueReminders')).status).toBe(403)
  })

  test('no reminder is sent while a renewal is with the agency, and one is sent after it is returned', async () => {
    await certifyForYear()
    portal.setNow(new Date('2026-10-01T15:00:00Z'))
    const renewal = await draft()
    application(await post('company.admin', `Submit/${renewal}`))
    await portal.owner.query('truncate outbox')
    await runNightlyJob('2026-10-02')
    expect(await loadMails()).toEqual([])
    await post('agency.write', `UnSubmit/${renewal}`, { reason: 'Incomplete' })
    await runNightlyJob('2026-10-03')
    expect((await loadMails()).at(-1)).toBe(`due ${to}`)
  })

  test('the reminder goes to the address of a company without a primary user', async () => {
    await certifyForYear()
    await portal.owner.query(`update app_user set active = false where management_company_id = 1`)
    await portal.owner.query(
      `update management_company set email = 'office@one.example' where management_company_id = 1`,
    )
    await runNightlyJob('2026-12-01')
    expect(await loadMails()).toEqual(['due office@one.example'])
    await portal.owner.query(`update app_user set active = true`)
  })
})

test('a certification counts as expiring from the first reminder that the agency has set', async () => {
  await certifyForYear()
  const loadExpiringFlags = async () => {
    const [line] = (await get('agency.read', 'GetQueue')).body as { expiring: boolean }[]
    const toDos = (await portal.ask('company.admin', 'GET', '/api/tasks/GetToDo')).body as { kind: string }[]
    return [line!.expiring, toDos.some((item) => item.kind === 'certification.expiring')]
  }
  portal.setNow(new Date('2026-09-10T15:00:00Z'))
  expect(await loadExpiringFlags()).toEqual([false, false])
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ('certification_reminder_first', '120', '2026-01-01')`,
  )
  expect(await loadExpiringFlags()).toEqual([true, true])
  await portal.owner.query('delete from setting')
})

describe('expiry', () => {
  test('the night after its last day a certification expires without a user in its history, with one mail', async () => {
    const id = await certifyForYear()
    const [before] = (await get('agency.read', 'GetQueue')).body as { daysLeft: number }[]
    expect(before!.daysLeft).toBe(364)
    await runNightlyJob('2026-12-31')
    expect(application(await get('agency.read', `GetApplication/${id}`))).toMatchObject({
      statusId: 5,
      daysLeft: 0,
    })
    await portal.owner.query('truncate outbox')
    await runNightlyJob('2027-01-01')
    await runNightlyJob('2027-01-02')
    expect(application(await get('company.reader', `GetApplication/${id}`))).toMatchObject({
      statusId: 7,
      statusLabel: 'Expired',
      daysLeft: null,
    })
    expect(await loadMails()).toEqual([`expired ${to}`])
    expect((await get('anonymous', 'GetCertifiedList')).body).toEqual([])
    expect((await get('agency.read', 'GetExpiredList')).body).toMatchObject([{ statusId: 7 }])
    expect((await get('company.reader', 'IsDue/1')).body).toBe(true)
    const history = (await get('agency.read', `GetHistory/${id}`)).body as {
      action: string
      userName: string | null
    }[]
    expect(history.find((line) => line.action === 'expire')).toMatchObject({ userName: null })
  })

  test('a company that was recertified in time gets no mail and is not on the list of expired ones', async () => {
    await certifyForYear()
    portal.setNow(new Date('2026-11-01T15:00:00Z'))
    await certified({}, { termMonths: 24 })
    await portal.owner.query('truncate outbox')
    await runNightlyJob('2027-01-01')
    expect(await loadMails()).toEqual([])
    expect((await get('agency.read', 'GetExpiredList')).body).toEqual([])
    expect((await get('anonymous', 'GetCertifiedList')).body).toMatchObject([
      { certifiedSince: '2026-01-01', expiresOn: '2028-12-31' },
    ])
  })

  test('an application under review when the certification ends can be certified, with a term from that day', async () => {
    await certifyForYear()
    portal.setNow(new Date('2026-12-20T15:00:00Z'))
    const renewal = await draft()
    application(await post('company.admin', `Submit/${renewal}`))
    await runNightlyJob('2027-01-01')
    portal.setNow(new Date('2027-01-10T15:00:00Z'))
    const id = renewal
    await post('agency.write', 'Review', { id })
    await post('agency.write', 'SaveReview', {
      id,
      occupancyMark: 90,
      inspectionMark: 90,
      timelinessMark: 90,
      financialMark: 90,
      trainingMark: 90,
      recommendation: 'Certify',
      termMonths: 12,
    })
    await post('agency.write', 'Review', { id })
    expect(application(await post('agency.manager', 'ChangeStatus', { id, statusId: 5 }))).toMatchObject({
      startsOn: '2027-01-10',
      expiresOn: '2028-01-09',
      certifiedSince: '2027-01-10',
    })
  })
})
