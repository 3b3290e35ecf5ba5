import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectModules } from '#app/registry.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

const PROPERTY = 1
const path = '/api/projects'
let portal: Portal
/** The text of open work that a module reports. */
let open: string | null = null

beforeAll(async () => {
  portal = await openPortal()
  connectModules([{ propertyHolds: [() => sql`select ${open}::text where ${open}::text is not null`] }])
})
afterAll(() => {
  connectModules()
  return portal.close()
})
beforeEach(() => setStatuses(0))
afterEach(() => {
  open = null
})

type StoredStatus = { status_id: number; decontrol_status: number | null; version: number }

async function setStatuses(status: number, decontrol: number | null = null): Promise<StoredStatus> {
  const placed = await portal.owner.query<StoredStatus>(
    `update property set status_id = $2, decontrol_status = $3, service_date = '2008-11-20', version = version + 1
      where property_id = $1 returning status_id, decontrol_status, version`,
    [PROPERTY, status, decontrol],
  )
  await portal.owner.query(`delete from status_history where entity like 'Property%' and row_id = $1`, [
    PROPERTY,
  ])
  // Nothing but its own steps stands in the way of the decontrol.
  await portal.owner.query('delete from decontrol_schedule where property_id = $1', [PROPERTY])
  await portal.owner.query(
    `insert into decontrol_schedule (property_id, reason, requested_on, effective_on, owner_notified_on, tenants_notified_on, release_recorded_on,
        reserve_disposition, left_open)
      select $1, 'Prepayment', d.day, d.day, d.day, d.day, d.day, 'Paid to the owner', 'Nothing matters' from (select date '2025-01-05' as day) d`,
    [PROPERTY],
  )
  return placed.rows[0]!
}
const loadStoredRow = async (): Promise<StoredStatus> =>
  (
    await portal.owner.query<StoredStatus>(
      'select status_id, decontrol_status, version from property where property_id = $1',
      [PROPERTY],
    )
  ).rows[0]!
const loadSteps = async (entity = 'Property') =>
  (
    await portal.owner.query<{
      from_status_id: number
      to_status_id: number
      action: string
      reason: string | null
    }>(
      'select from_status_id, to_status_id, action, reason, user_id from status_history where entity = $1 order by status_history_id desc',
      [entity],
    )
  ).rows
const changeStatus = (
  persona: string,
  statusId: number,
  more: object = { reason: 'Because of the test' },
): Promise<Reply> =>
  portal.ask(persona, 'POST', `${path}/ChangeStatus`, { ProjectId: PROPERTY, StatusID: statusId, ...more })
const changeDecontrol = (persona: string, status: number, body?: object): Promise<Reply> =>
  portal.ask(persona, 'POST', `${path}/UpdateDecontrolStatus/${PROPERTY}/${status}`, body)

/** The changes that agency writers may make. All others are an administrator's. */
const openToWriters = new Set(['3→4', '4→2', '2→0'])
const statuses = [0, 1, 2, 3, 4, 5, 6]
const pairs = statuses.flatMap((from) => statuses.map((to) => ({ from, to })))

describe('ST-10…ST-16 ST-24 every status × every status', () => {
  test.each(pairs)('$from to $to', async ({ from, to }) => {
    const refused: [Persona | string, number][] = [
      ['anonymous', 401],
      ['agency.read', 403],
      ['company.admin', 403],
      ['company.writer', 403],
    ]
    for (const writer of ['agency.write', 'agency.manager'])
      if (from === to) refused.push([writer, 409])
      else if (!openToWriters.has(`${from}→${to}`)) refused.push([writer, 403])
    const before = { ...(await setStatuses(from)), history: (await loadSteps()).length }
    for (const [persona, status] of refused) {
      expect({ persona, status: (await changeStatus(persona, to)).status }).toEqual({ persona, status })
      expect({ ...(await loadStoredRow()), history: (await loadSteps()).length }).toEqual(before)
    }
    for (const persona of ['agency.admin', ...(openToWriters.has(`${from}→${to}`) ? ['agency.write'] : [])]) {
      await setStatuses(from)
      const reply = await changeStatus(persona, to)
      expect(reply.status).toBe(from === to ? 409 : 200)
      expect((await loadStoredRow()).status_id).toBe(to)
      if (from !== to)
        expect((await loadSteps())[0]).toMatchObject({
          from_status_id: from,
          to_status_id: to,
          reason: 'Because of the test',
        })
    }
  })
})

describe('conditions of a step', () => {
  test('deactivating needs a reason, a step forward does not', async () => {
    expect((await changeStatus('agency.admin', 1, {})).status).toBe(400)
    expect((await changeStatus('agency.admin', 6, { reason: '  ' })).status).toBe(400)
    expect((await loadStoredRow()).status_id).toBe(0)
    await setStatuses(3)
    expect((await changeStatus('agency.write', 4, {})).status).toBe(200)
  })

  test('a property cannot become active without a placed-in-service date', async () => {
    await setStatuses(2)
    await portal.owner.query('update property set service_date = null where property_id = $1', [PROPERTY])
    const reply = await changeStatus('agency.write', 0)
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject({ faults: [{ field: 'serviceDate' }] })
    expect((await loadStoredRow()).status_id).toBe(2)
  })

  test('a property with open requests cannot be deleted, not even by DELETE', async () => {
    open = '2 test requests'
    const reply = await changeStatus('agency.admin', 6)
    expect(reply.status).toBe(422)
    expect(JSON.stringify(reply.body)).toContain('2 test requests')
    expect((await portal.ask('agency.admin', 'DELETE', `${path}/${PROPERTY}`)).status).toBe(422)
    expect((await loadStoredRow()).status_id).toBe(0)
  })

  test('DELETE by an administrator sets the status Deleted and removes no rows', async () => {
    expect((await portal.ask('agency.write', 'DELETE', `${path}/${PROPERTY}`)).status).toBe(403)
    expect((await portal.ask('agency.admin', 'DELETE', `${path}/9999`)).status).toBe(404)
    expect((await portal.ask('agency.admin', 'DELETE', `${path}/${PROPERTY}`)).body).toBe(true)
    expect((await loadStoredRow()).status_id).toBe(6)
    expect((await loadSteps())[0]).toMatchObject({ action: 'delete', to_status_id: 6 })
  })

  test('a step with a stale version is refused and names the person who changed the property', async () => {
    const { version } = await setStatuses(3)
    await changeStatus('agency.write', 4, { version })
    const reply = await changeStatus('agency.admin', 3, { version, reason: 'Back' })
    expect(reply.status).toBe(409)
    expect((reply.body as { message: string }).message).toContain('Agency Write')
    expect((await loadStoredRow()).status_id).toBe(4)
  })

  test('repeating the same step by the same person records one step', async () => {
    const { version } = await setStatuses(3)
    const before = (await loadSteps()).length
    const replies = await Promise.all([1, 2].map(() => changeStatus('agency.write', 4, { version })))
    expect(replies.map((reply) => reply.status)).toEqual([200, 200])
    expect((await changeStatus('agency.write', 4, { version })).status).toBe(200)
    expect((await loadSteps()).length).toBe(before + 1)
    expect((await changeStatus('agency.admin', 4, { version })).status).toBe(409)
  })

  test('an unknown status is refused with its field', async () => {
    const reply = await changeStatus('agency.admin', 7)
    expect(reply.status).toBe(400)
    expect(reply.body).toMatchObject({ faults: [{ field: 'statusId' }] })
  })
})

test('the detail lists the steps that the caller may take', async () => {
  await setStatuses(2)
  const actions = async (persona: Persona) =>
    (await portal.ask(persona, 'GET', `${path}/GetProjectWithInclusions/${PROPERTY}`)).body as {
      canEdit: boolean
      actions: { name: string; to: number | null }[]
      decontrolActions: { name: string }[]
    }
  expect(await actions('company.admin')).toMatchObject({ canEdit: false, actions: [], decontrolActions: [] })
  expect(await actions('agency.read')).toMatchObject({ canEdit: false, actions: [], decontrolActions: [] })
  const writer = await actions('agency.write')
  expect(writer).toMatchObject({ canEdit: true, decontrolActions: [] })
  expect(writer.actions.map((action) => [action.name, action.to])).toEqual([['activate', 0]])
  expect((await actions('agency.admin')).actions.map((action) => action.name)).toEqual([
    'activate',
    'withdraw',
    'delete',
    'adminChange',
  ])
  await setStatuses(6)
  expect(await actions('agency.admin')).toMatchObject({ canEdit: false, actions: [{ name: 'adminChange' }] })
})

describe('decontrol', () => {
  /** The allowed steps from each decontrol status, with the person who may take them. */
  const table: [number | null, number, 'write' | 'manager'][] = [
    [null, 1, 'write'],
    [6, 1, 'write'],
    [1, 2, 'write'],
    [2, 3, 'write'],
    [3, 4, 'write'],
    [4, 5, 'manager'],
    [3, 6, 'manager'],
    [4, 6, 'manager'],
  ]
  const all = [null, 1, 2, 3, 4, 5, 6].flatMap((from) => [1, 2, 3, 4, 5, 6].map((to) => ({ from, to })))

  test.each(all)('ST-21 $from to $to', async ({ from, to }) => {
    const rank = table.find((item) => item[0] === from && item[1] === to)?.[2]
    for (const persona of ['anonymous', 'agency.read', 'company.admin', 'agency.write', 'agency.manager']) {
      const before = await setStatuses(from === null || from === 6 ? 0 : 5, from)
      const reply = await changeDecontrol(persona, to)
      const after = await loadStoredRow()
      const mayTake = persona === 'agency.manager' || (persona === 'agency.write' && to < 5)
      if (!mayTake) expect([persona, reply.status]).toEqual([persona, persona === 'anonymous' ? 401 : 403])
      else expect([persona, reply.status]).toEqual([persona, rank || from === to ? 200 : 409])
      if (!mayTake || !rank) expect(after).toEqual(before)
      else expect(after).toMatchObject({ decontrol_status: to, status_id: to === 6 ? 0 : 5 })
    }
  })

  test('starting decontrol sets the property to Decontrol, rejecting it to Active, and both are in the history', async () => {
    expect((await changeDecontrol('agency.write', 1, { reason: 'Extended use expired' })).status).toBe(200)
    expect((await loadSteps())[0]).toMatchObject({
      from_status_id: 0,
      to_status_id: 5,
      reason: 'Extended use expired',
    })
    expect((await loadSteps('PropertyDecontrol'))[0]).toMatchObject({
      from_status_id: -1,
      to_status_id: 1,
      action: 'start',
    })
    for (const status of [2, 3]) await changeDecontrol('agency.write', status)
    expect((await changeDecontrol('agency.manager', 6)).status).toBe(200)
    expect((await loadSteps())[0]).toMatchObject({
      from_status_id: 5,
      to_status_id: 0,
      action: 'undoDecontrol',
    })
  })

  test.each([
    ['who began it', 'agency.admin', 'agency.write'],
    ['who reviewed it', 'agency.write', 'agency.admin'],
  ])(
    'TRUST-1.4, domain 47.8: the person %s may not approve it, another person may',
    async (_, begins, reviews) => {
      await setStatuses(0)
      for (const [persona, status] of [
        [begins, 1],
        ['agency.write', 2],
        ['agency.write', 3],
        [reviews, 4],
      ] as const)
        expect((await changeDecontrol(persona, status)).status).toBe(200)
      const reply = await portal.ask('agency.admin', 'GET', `${path}/GetProjectWithInclusions/${PROPERTY}`)
      const open = (reply.body as { decontrolActions: { name: string }[] }).decontrolActions.map(
        ({ name }) => name,
      )
      expect(open).toEqual(['reject'])
      expect((await changeDecontrol('agency.admin', 5)).status).toBe(403)
      expect((await changeDecontrol('agency.manager', 5)).status).toBe(200)
    },
  )

  test('a property that is not under control cannot be released', async () => {
    await setStatuses(3)
    expect((await changeDecontrol('agency.write', 1)).status).toBe(409)
  })

  test('ST-21 setting the status Decontrol starts decontrol, and setting Active clears it', async () => {
    await changeStatus('agency.admin', 5)
    expect(await loadStoredRow()).toMatchObject({ status_id: 5, decontrol_status: 1 })
    await changeStatus('agency.admin', 0)
    expect(await loadStoredRow()).toMatchObject({ status_id: 0, decontrol_status: null })
  })
})
