import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { certifying } from '#tests/certifying.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { certificationNight } from './night.ts'

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

/** Certified on 2026-01-01 through 2026-12-31. */
async function certifiedForAYear(): Promise<number> {
  portal.setNow(new Date('2026-01-01T15:00:00Z'))
  const { managementCompanyAssetCertificationId: id, expiresOn } = await certified({}, { termMonths: 12 })
  expect(expiresOn).toBe('2026-12-31')
  await portal.owner.query('truncate outbox')
  return id
}

/** Lets two workers run the job as the night of that day begins. */
async function night(day: string): Promise<void> {
  portal.setNow(new Date(`${day}T09:00:00Z`))
  await Promise.all([1, 2].map(() => runDue(portal.pool, portal.services, certificationNight)))
}

const mailed = async (): Promise<string[]> =>
  (
    await portal.owner.query<{ line: string }>(
      `select replace(event, 'certification.', '') || ' ' || (recipients -> 0 ->> 'email') as line from outbox order by outbox_id`,
    )
  ).rows.map((row) => row.line)

const to = 'company.admin@one.example'

describe('reminders', () => {
  test('at 90, 60 and 30 days, once each, whatever runs how often', async () => {
    await certifiedForAYear()
    await night('2026-10-01')
    expect(await mailed()).toEqual([])
    await night('2026-10-02')
    expect(await mailed()).toEqual([`due ${to}`])
    await night('2026-10-03')
    await night('2026-10-31')
    expect(await mailed()).toEqual([`due ${to}`])
    await night('2026-11-01')
    await night('2026-12-01')
    await night('2026-12-31')
    expect(await mailed()).toEqual([`due ${to}`, `due ${to}`, `due ${to}`])
  })

  test('CALL-MCA-07 by hand the same: what was missed is not made up for, and asked twice at once it goes out once', async () => {
    await certifiedForAYear()
    portal.setNow(new Date('2026-11-11T15:00:00Z'))
    const counts = await Promise.all([1, 2].map(() => post('agency.write', 'SendDueReminders')))
    expect(counts.map((reply) => reply.body).sort()).toEqual([0, 1])
    expect((await post('agency.write', 'SendDueReminders')).body).toBe(0)
    await night('2026-11-12')
    expect(await mailed()).toEqual([`due ${to}`])
    expect((await post('company.admin', 'SendDueReminders')).status).toBe(403)
  })

  test('none while the renewal lies with the agency; again when it is returned', async () => {
    await certifiedForAYear()
    portal.setNow(new Date('2026-10-01T15:00:00Z'))
    const renewal = await draft()
    application(await post('company.admin', `Submit/${renewal}`))
    await portal.owner.query('truncate outbox')
    await night('2026-10-02')
    expect(await mailed()).toEqual([])
    await post('agency.write', `UnSubmit/${renewal}`, { reason: 'Incomplete' })
    await night('2026-10-03')
    expect((await mailed()).at(-1)).toBe(`due ${to}`)
  })

  test('a company without a primary user is written to at its own address', async () => {
    await certifiedForAYear()
    await portal.owner.query(`update app_user set active = false where management_company_id = 1`)
    await portal.owner.query(
      `update management_company set email = 'office@one.example' where management_company_id = 1`,
    )
    await night('2026-12-01')
    expect(await mailed()).toEqual(['due office@one.example'])
    await portal.owner.query(`update app_user set active = true`)
  })
})

test('a certification is about to end from the first reminder on, as the agency has set it', async () => {
  await certifiedForAYear()
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
  test('the last day still counts; the night after it is over, by nobody’s hand, and told once', async () => {
    const id = await certifiedForAYear()
    const [before] = (await get('agency.read', 'GetQueue')).body as { daysLeft: number }[]
    expect(before!.daysLeft).toBe(364)
    await night('2026-12-31')
    expect(application(await get('agency.read', `GetApplication/${id}`))).toMatchObject({
      statusId: 5,
      daysLeft: 0,
    })
    await portal.owner.query('truncate outbox')
    await night('2027-01-01')
    await night('2027-01-02')
    expect(application(await get('company.reader', `GetApplication/${id}`))).toMatchObject({
      statusId: 7,
      statusLabel: 'Expired',
      daysLeft: null,
    })
    expect(await mailed()).toEqual([`expired ${to}`])
    expect((await get('anonymous', 'GetCertifiedList')).body).toEqual([])
    expect((await get('agency.read', 'GetExpiredList')).body).toMatchObject([{ statusId: 7 }])
    expect((await get('company.reader', 'IsDue/1')).body).toBe(true)
    const history = (await get('agency.read', `GetHistory/${id}`)).body as {
      action: string
      userName: string | null
    }[]
    expect(history.find((line) => line.action === 'expire')).toMatchObject({ userName: null })
  })

  test('a company that was certified anew in time is not told, and is not on the list of expired ones', async () => {
    await certifiedForAYear()
    portal.setNow(new Date('2026-11-01T15:00:00Z'))
    await certified({}, { termMonths: 24 })
    await portal.owner.query('truncate outbox')
    await night('2027-01-01')
    expect(await mailed()).toEqual([])
    expect((await get('agency.read', 'GetExpiredList')).body).toEqual([])
    expect((await get('anonymous', 'GetCertifiedList')).body).toMatchObject([
      { certifiedSince: '2026-01-01', expiresOn: '2028-12-31' },
    ])
  })

  test('an application under review when the certification ends goes on, and its term begins on the day it is certified', async () => {
    await certifiedForAYear()
    portal.setNow(new Date('2026-12-20T15:00:00Z'))
    const renewal = await draft()
    application(await post('company.admin', `Submit/${renewal}`))
    await night('2027-01-01')
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
