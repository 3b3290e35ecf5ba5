import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { ScheduleStatus } from '../model/calls.ts'

let portal: Portal
const PROPERTY = 2
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-23T15:00:00Z'))
  await portal.owner.query(`update property set decontrol_status = null where property_id = $1`, [PROPERTY])
})
afterAll(() => portal.close())

const expectStatus = ({ status, body }: Reply): ScheduleStatus => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as ScheduleStatus
}
const loadStatus = (persona = 'agency.read') =>
  portal.ask(persona, 'GET', `/api/projects/GetDecontrolScheduleStatus/${PROPERTY}`)
const updateSchedule = (persona: string, status: number, body: object = {}) =>
  portal.ask(persona, 'POST', `/api/projects/UpdateDecontrolSchedule/${PROPERTY}/${status}`, body)
const getFields = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)
const countRows = async (text: string) =>
  (await portal.owner.query<{ count: number }>(`select count(*)::integer from ${text}`)).rows[0]!.count

describe('PRJ GetDecontrolScheduleStatus, UpdateDecontrolSchedule', () => {
  test('domain 2.5: two persons release a property; then no deposit or task falls due any more', async () => {
    expect(expectStatus(await loadStatus())).toMatchObject({
      decontrolStatus: null,
      statusLabel: 'Under control',
      stations: [],
    })
    await portal.owner.query(
      `insert into task_schedule (property_id, task_type_id, frequency, start_year, start_month) values ($1, 3, 0, 2026, 1)`,
      [PROPERTY],
    )
    expect(
      expectStatus(await updateSchedule('agency.write', 1, { requestedOn: '2026-10-01' })),
    ).toMatchObject({
      decontrolStatus: 1,
      schedule: { requestedOn: '2026-10-01', reason: null },
      reserves: 21_000,
      ends: [{ task: 'Occupancy' }],
    })

    // A step without its required days is refused with all of their names, and nothing changes.
    const early = await updateSchedule('agency.write', 2)
    expect([early.status, getFields(early)]).toEqual([422, ['reason', 'effectiveOn', 'ownerNotifiedOn']])
    const { version } = expectStatus(await loadStatus())
    const changes = {
      reason: 'Foreclosure',
      effectiveOn: '2026-11-30',
      ownerNotifiedOn: '2026-10-05',
      version,
    }
    const submitted = expectStatus(await updateSchedule('agency.write', 2, changes))
    expect(submitted.stations.map((station) => [station.name, station.due, station.late])).toContainEqual([
      'Tenants notified',
      '2026-09-01',
      true,
    ])
    expect((await updateSchedule('agency.write', 2, { comments: 'Late', version })).status).toBe(409)

    expectStatus(await updateSchedule('agency.write', 3))
    expect(getFields(await updateSchedule('agency.write', 4))).toEqual([
      'tenantsNotifiedOn',
      'reserveDisposition',
    ])
    const scheduleChange = {
      tenantsNotifiedOn: '2026-10-20',
      reserveDisposition: 'Paid to the lender',
      version: submitted.version,
    }
    expectStatus(await updateSchedule('agency.second', 4, scheduleChange))

    // Neither the person who began the release nor the reviewer may approve it, and no person before its day.
    await portal.owner.query('update app_user set is_manager = true where user_id in (2, 10)')
    for (const persona of ['agency.write', 'agency.second'])
      expect([persona, (await updateSchedule(persona, 5)).status]).toEqual([persona, 403])
    const recorded = {
      releaseRecordedOn: '2026-11-20',
      tailEndsOn: '2029-11-30',
      leftOpen: 'The lender took it over.',
    }
    const before = expectStatus(
      await updateSchedule('agency.write', 4, { ...recorded, version: submitted.version + 1 }),
    )
    expect(getFields(await updateSchedule('agency.manager', 5))).toEqual(['effectiveOn'])
    portal.setNow(new Date('2026-12-01T15:00:00Z'))
    const released = expectStatus(await updateSchedule('agency.manager', 5, { stepReason: 'Deed recorded' }))
    expect(released).toMatchObject({ decontrolStatus: 5, canEdit: false, missing: [], ends: [] })
    expect(released.obligations[0]).toContain('Until 11/30/2029')
    expect(
      (await updateSchedule('agency.write', 5, { comments: 'Afterwards', version: before.version })).status,
    ).toBe(409)

    const schedule = await portal.owner.query(
      'select end_year, end_month, reason from task_schedule where property_id = $1',
      [PROPERTY],
    )
    expect(schedule.rows).toEqual([
      { end_year: 2026, end_month: 11, reason: 'Released from control on 11/30/2026.' },
    ])
    const due = `reserve_deposit where property_id = ${PROPERTY} and due_on > '2026-12-01'`
    portal.setNow(new Date('2027-02-02T15:00:00Z'))
    const jobs = modules
      .flatMap((module) => module.jobs ?? [])
      .filter(({ name }) => /posting|task/i.test(name))
    expect(jobs.length).toBeGreaterThan(1)
    for (const job of jobs) await runDue(portal.pool, portal.services, job)
    expect(
      await countRows(`reserve_deposit where property_id = 1 and due_on > '2026-12-01'`),
    ).toBeGreaterThan(0)
    expect(await countRows(due)).toBe(0)
    expect(
      await countRows(`task_instance where property_id = ${PROPERTY} and period_start > '2026-11-30'`),
    ).toBe(0)
    const mails = await portal.owner.query<{ event: string }>(
      `select event from outbox where event like 'decontrol.%' order by outbox_id`,
    )
    expect(mails.rows.map((row) => row.event)).toEqual(['decontrol.submitted', 'decontrol.approved'])
  })

  test('the company reads dates and remaining duties, but not the agency’s internal fields', async () => {
    const companyStatus = expectStatus(await loadStatus('company.writer'))
    expect(companyStatus).toMatchObject({ decontrolStatus: 5, outstanding: [], canEdit: false, actions: [] })
    expect(companyStatus.schedule).toMatchObject({
      effectiveOn: '2026-11-30',
      leftOpen: null,
      reserveDisposition: null,
    })
    expect((await loadStatus('other.user')).status).toBe(404)
    expect((await updateSchedule('company.writer', 1)).status).toBe(403)
  })

  test('undoing a release closes its schedule, and a new release begins with an empty one', async () => {
    const undone = { propertyId: PROPERTY, statusId: 0, reason: 'Recorded in error' }
    expect((await portal.ask('agency.admin', 'POST', '/api/projects/ChangeStatus', undone)).status).toBe(200)
    expect(
      await countRows(`decontrol_schedule where property_id = ${PROPERTY} and closed_on is not null`),
    ).toBe(1)
    expect(expectStatus(await updateSchedule('agency.write', 1, { reason: 'Other' })).schedule).toMatchObject(
      {
        effectiveOn: null,
      },
    )
  })
})
