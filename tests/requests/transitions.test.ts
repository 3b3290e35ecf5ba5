import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, flows, served } from '#app/registry.ts'
import { type Access, type Actor, isAgency, mayCall } from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { type Flow, type FlowRow, obstacle } from '#kernel/model/workflow.ts'
import { personas as fixturePersonas, properties } from '#tests/fixture.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { fingerprintOf } from '#tests/matrix/fingerprint.ts'
import { rememberedActors } from '#tests/matrix/people.ts'
import { knownIds, seedRecords } from '#tests/matrix/records.ts'
import type { Sample } from '#tests/matrix/sample.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/** A second analyst and a manager who is no administrator: the two-person rule is about them. */
const personas = [...fixturePersonas, 'agency.manager', 'agency.second']
const REVIEWER = 'agency.manager'

/** One way to ask for a step: which call, with which request, and the step it stands for. */
type Way = {
  name: string
  path: string
  sample: (rowId: number) => Sample
  /** The step this caller takes by it from this status, and where an admin change leads. */
  step: (actor: Actor, from: number) => { name: string; to?: number }
}
type Driver = {
  /** The setting that turns the two-person rule on. */
  twoPersonSetting: string
  /** The call that answers one record with its `actions`. */
  detail: { path: string; url: (rowId: number) => string }
  ways: readonly Way[]
}

const reason = { reason: 'Because of the test' }

function reserveWays(): Way[] {
  const path = '/api/ReplacementReserve'
  const plain = (call: string, step: Way['step']): Way => ({
    name: call,
    path: `${path}/${call}/:id`,
    sample: (rowId) => ({ url: `${path}/${call}/${rowId}`, body: reason }),
    step,
  })
  const back: Way['step'] = (actor) => ({ name: isAgency(actor) ? 'return' : 'recall' })
  const toStatus: Readonly<Record<number, Way['step']>> = {
    1: back,
    2: () => ({ name: 'submit' }),
    3: (_, from) => ({ name: from >= 5 ? 'reopen' : 'startReview' }),
    4: () => ({ name: 'review' }),
    5: (_, from) => ({ name: from === 3 ? 'approveDirectly' : 'approve' }),
    6: () => ({ name: 'deny' }),
  }
  return [
    plain('Submit', () => ({ name: 'submit' })),
    plain('UnSubmit', back),
    plain('StartReview', () => ({ name: 'startReview' })),
    ...Object.entries(toStatus).map(
      ([statusId, step]): Way => ({
        name: `ChangeStatus to ${statusId}`,
        path: `${path}/ChangeStatus`,
        sample: (requestId) => ({
          url: `${path}/ChangeStatus`,
          body: { requestId, statusId: Number(statusId), ...reason },
        }),
        step,
      }),
    ),
    ...[1, 2, 3, 4, 5, 6].map(
      (to): Way => ({
        name: `AdminChangeStatus to ${to}`,
        path: `${path}/AdminChangeStatus/:requestId/:status`,
        sample: (rowId) => ({ url: `${path}/AdminChangeStatus/${rowId}/${to}?reason=test`, body: undefined }),
        step: () => ({ name: 'adminChange', to }),
      }),
    ),
  ]
}

/** A module with a workflow says here by which calls its steps are taken. */
const drivers: Readonly<Record<string, Driver>> = {
  ReplacementReserveRequest: {
    twoPersonSetting: 'r4r_two_person',
    detail: {
      path: '/api/ReplacementReserve/GetRequest/:requestId',
      url: (rowId) => `/api/ReplacementReserve/GetRequest/${rowId}`,
    },
    ways: reserveWays(),
  },
}

let portal: Portal
let dry: DryPortal
let actorFor: (persona: string, access: Access) => Promise<Actor | null>

beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served, personas)
  for (const persona of personas) await portal.ask(persona, 'GET', '/api/users/IsManager')
  actorFor = rememberedActors(portal.owner)
})
afterAll(async () => {
  await dry.close()
  await portal.close()
})

type Setup = { flow: Flow; entity: AnyEntity; rowId: number; from: number; twoPerson: boolean }

/** Puts the row into a status as if it had come there by itself. */
async function place({ flow, entity, rowId, from, twoPerson }: Setup): Promise<FlowRow> {
  const { twoPersonSetting } = drivers[flow.entity]!
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ($1, $2, '2000-01-01') on conflict (key, effective_from) do update set value = $2`,
    [twoPersonSetting, JSON.stringify(twoPerson)],
  )
  const placed = await portal.owner.query<{ version: number; reviewed_by_id: number | null }>(
    `update ${entity.table} set status_id = $2, version = version + 1,
        reviewed_by_id = case when $2 >= 4 then (select user_id from app_user where user_name = $3) end
      where ${snakeCase(entity.key)} = $1 returning version, reviewed_by_id`,
    [rowId, from, REVIEWER],
  )
  const { version, reviewed_by_id: reviewedById } = placed.rows[0]!
  return { statusId: from, version, propertyId: properties.a, reviewedById }
}

type Expected = { status: number; action?: string; to?: number }

/** What must come of it: the call's access first, then the step's own obstacle. */
async function expectedOf(way: Way, call: Call, persona: string, row: FlowRow, setup: Setup): Promise<Expected> {
  const actor = await actorFor(persona, call.access)
  const may = mayCall(actor, call.access)
  if (!actor || may === 'sign in') return { status: 401 }
  if (may === 'no') return { status: 403 }
  const { read, write } = actor.scope
  if (read !== null && !read.includes(row.propertyId)) return { status: 404 }
  if (write !== null && !write.includes(row.propertyId)) return { status: 403 }
  const wanted = way.step(actor, row.statusId)
  const step = setup.flow.steps[wanted.name]
  if (!step) return { status: 404 }
  const standing = obstacle(step, row, actor, { twoPerson: setup.twoPerson })
  if (standing) return { status: standing.kind === 'state' ? 409 : 403 }
  return { status: 200, action: step.name, to: step.to ?? wanted.to ?? row.statusId }
}

type Kept = { status_id: number; version: number; steps: number; action: string; from_status_id: number }

const keptOf = async (client: Pick<pg.Client, 'query'>, { flow, entity, rowId }: Setup): Promise<Kept> => {
  const found = await client.query<Kept>(
    `select r.status_id, r.version, h.action, h.from_status_id,
        (select count(*)::integer from status_history where entity = $2 and row_id = $1) as steps
      from ${entity.table} r left join lateral (select action, from_status_id from status_history
        where entity = $2 and row_id = $1 order by status_history_id desc limit 1) h on true
      where ${snakeCase(entity.key)} = $1`,
    [rowId, flow.entity],
  )
  return found.rows[0]!
}

/** Steps that were taken at least once. */
const taken = new Set<string>()

/** Accepted: status, version and history change together, once. */
async function expectTaken(
  call: Call,
  sample: Sample,
  persona: string,
  expected: Expected,
  setup: Setup,
): Promise<void> {
  const before = await keptOf(portal.owner, setup)
  let after: Kept | undefined
  dry.observe(async (client) => {
    await client.query('set local role none')
    after = await keptOf(client, setup)
  })
  const reply = await dry.ask(persona, call, sample)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  taken.add(`${setup.flow.entity} ${expected.action}`)
  expect(after).toEqual({
    status_id: expected.to,
    version: before.version + 1,
    steps: before.steps + 1,
    action: expected.action,
    from_status_id: setup.from,
  })
}

const cases = flows.flatMap((flow) =>
  flow.statuses.flatMap((from) =>
    [true, false].map((twoPerson) => ({
      flow,
      from,
      twoPerson,
      name: `${flow.entity} in status ${from}, two-person rule ${twoPerson ? 'on' : 'off'}`,
    })),
  ),
)

test('every workflow has its calls named here', () => {
  expect(flows.map((flow) => flow.entity).filter((name) => !drivers[name])).toEqual([])
})

describe.each(cases)('$name', ({ flow, from, twoPerson }) => {
  const entity = entities.find((one) => one.name === flow.entity)!
  test.each(personas)('%s takes the steps open to it, and a refused one changes no row', async (persona) => {
    const rowId = (await knownIds(portal.owner, [entity], properties.a)).get(entity.name)!
    const setup = { flow, entity, rowId, from, twoPerson }
    const row = await place(setup)
    const before = await fingerprintOf(portal.owner)
    for (const way of drivers[flow.entity]!.ways) {
      const call = calls.find((one) => one.path === way.path)!
      const expected = await expectedOf(way, call, persona, row, setup)
      const sample = way.sample(rowId)
      if (expected.status === 200) {
        await expectTaken(call, sample, persona, expected, setup)
      } else {
        const reply = await portal.ask(persona, call.method, sample.url, sample.body)
        expect({ way: way.name, status: reply.status }).toEqual({ way: way.name, status: expected.status })
      }
    }
    await expectActions(persona, row, setup)
    expect(await fingerprintOf(portal.owner)).toEqual(before)
  })
})

/** The record's answer offers exactly the steps that are open to this caller. */
async function expectActions(persona: string, row: FlowRow, { flow, rowId, twoPerson }: Setup): Promise<void> {
  const { detail } = drivers[flow.entity]!
  const call = calls.find((one) => one.path === detail.path)!
  const reply = await portal.ask(persona, 'GET', detail.url(rowId))
  if (reply.status !== 200) return
  const actor = (await actorFor(persona, call.access))!
  const open = Object.values(flow.steps).filter((step) => obstacle(step, row, actor, { twoPerson }) === null)
  const offered = (reply.body as { actions: { name: string }[] }).actions
  expect(offered.map((one) => one.name)).toEqual(open.map((step) => step.name))
}

test('every step of every workflow was taken by somebody above', () => {
  const steps = flows.flatMap((flow) => Object.keys(flow.steps).map((name) => `${flow.entity} ${name}`))
  expect(steps.filter((step) => !taken.has(step))).toEqual([])
})
