import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, flows, served } from '#app/registry.ts'
import {
  type Access,
  type Actor,
  inScope,
  isAgency,
  mayCall,
  type Need,
  runsCompany,
  worksFor,
} from '#kernel/model/access.ts'
import type { Call } from '#kernel/model/call.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { type Flow, type FlowRow, getStepObstacle } from '#kernel/model/workflow.ts'
import { personas as fixturePersonas, properties } from '#tests/fixture.ts'
import { isLongRun } from '#tests/matrix/breadth.ts'
import { chosenDrivers, drivers } from '#tests/matrix/drivers.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { loadNewestIds } from '#tests/matrix/fingerprint.ts'
import { addFurtherPeople, furtherPeople } from '#tests/matrix/furtherPeople.ts'
import { type KnownIds, loadKnownIds } from '#tests/matrix/knownIds.ts'
import { createActorCache } from '#tests/matrix/people.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import type { Sample } from '#tests/matrix/sample.ts'
import type { Driver, Way } from '#tests/matrix/ways.ts'
import { WrittenLetters } from '#tests/matrix/writtenLetters.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * The fixture's personas, a second analyst and a manager who is no administrator. The last two are needed for
 * the two-person rule.
 */
const personas = [...fixturePersonas, 'agency.manager', 'agency.second', ...furtherPeople]
const REVIEWER = 'agency.manager'

let portal: Portal
let dry: DryPortal
let idsByEntity: KnownIds
let loadActor: (persona: string, access: Access) => Promise<Actor | null>

beforeAll(async () => {
  portal = await openPortal()
  await addFurtherPeople(portal.owner)
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  for (const persona of personas) if (persona !== 'anonymous') await portal.tokenOf(persona)
  idsByEntity = await loadKnownIds(portal.owner, entities, properties.a)
  loadActor = createActorCache(portal.owner)
})
afterAll(() => dry.close().finally(portal.close))

type Setup = {
  flow: Flow
  driver: Driver
  entity: AnyEntity
  rowId: number
  from: number
  twoPerson: boolean
}

const getDriver = (flow: Flow): Driver => chosenDrivers[flow.entity]!

/** Sets the row to a status directly in the database. */
async function placeRow({ driver, entity, rowId, from, twoPerson }: Setup): Promise<FlowRow> {
  if (driver.twoPersonSetting) {
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ($1, $2, '2000-01-01') on conflict (key, effective_from) do update set value = $2`,
      [driver.twoPersonSetting, JSON.stringify(twoPerson)],
    )
  }
  if (driver.around) await portal.owner.query(driver.around, [rowId])
  const values = { [driver.statusColumn]: from < 0 ? null : from, ...driver.columns(from) }
  const sets = Object.keys(values).map((column, index) => `${column} = $${index + 2}`)
  const placed = await portal.owner.query<Pick<FlowRow, 'version' | 'propertyId' | 'managementCompanyId'>>(
    `update ${entity.table} r set version = version + 1, ${sets.join(', ')} where ${snakeCase(entity.key)} = $1
      returning version, (to_jsonb(r) ->> 'property_id')::integer as "propertyId",
        (to_jsonb(r) ->> 'management_company_id')::integer as "managementCompanyId"`,
    [rowId, ...Object.values(values)],
  )
  return { ...placed.rows[0]!, statusId: from, ...(await placeReviewer(entity, rowId, from)) }
}

async function placeReviewer(
  entity: AnyEntity,
  rowId: number,
  from: number,
): Promise<Pick<FlowRow, 'reviewedById' | 'decidedById'>> {
  if (!('reviewedById' in entity.fields)) return {}
  const placed = await portal.owner.query<{ reviewedById: number | null; decidedById: number | null }>(
    `update ${entity.table} set reviewed_by_id = case when $2 >= 4 then reviewer.user_id end,
        decided_by_id = case when $2 >= 5 then reviewer.user_id end
      from (select user_id from app_user where user_name = $3) reviewer
      where ${snakeCase(entity.key)} = $1 returning reviewed_by_id as "reviewedById", decided_by_id as "decidedById"`,
    [rowId, from, REVIEWER],
  )
  return placed.rows[0]!
}

/**
 * The expected outcome of a way. `like` names a class of equal outcomes, of which only the first is tested.
 * Without it, each one is tested.
 */
type Expected = { status: number; like?: string; action?: string; to?: number }

/**
 * Computes the expected outcome: first from the call's access, then from the obstacle of the step. Without an
 * `action`, nothing may change.
 */
async function getExpected(
  route: Way,
  call: Call,
  persona: string,
  row: FlowRow,
  setup: Setup,
): Promise<Expected> {
  const { flow, driver, from, twoPerson } = setup
  const ofCall = `${persona} ${route.path}`
  const inStatus = `${route.name} in ${from}`
  const actor = await loadActor(persona, call.access)
  const may = mayCall(actor, call.access)
  if (!actor || may === 'sign in') return { status: 401, like: ofCall }
  if (may === 'no') return { status: 403, like: ofCall }
  // A person's access to a record may depend on its status.
  if (!canReach(actor, row, 'read')) return { status: 404, like: `${ofCall} in ${from}` }
  if (!canReach(actor, row, 'write')) return { status: 403, like: `${ofCall} in ${from}` }
  const target = route.step(actor, from, flow)
  if (!target) return { status: 409, like: inStatus }
  const step = flow.steps[target.name]
  if (!step) return { status: 404, like: inStatus }
  const stepObstacle = getStepObstacle(step, row, actor, { twoPerson })
  if (stepObstacle?.kind === 'rank') return { status: 403, like: `${ofCall} ${step.name}` }
  if (stepObstacle?.kind === 'two-person') return { status: 403 }
  if (stepObstacle)
    return { status: driver.answersRepetition && step.to === from ? 200 : 409, like: inStatus }
  const to = step.to ?? target.to ?? from
  const isReviewedByOther = from === 4 && row.reviewedById !== actor.userId
  if (driver.twoPersonSetting && twoPerson && step.to === null && to === 5 && !isReviewedByOther)
    return { status: 422 }
  const side = isAgency(actor) ? 'agency' : 'company'
  return { status: 200, like: `${inStatus} ${side} ${step.name} ${to} ${twoPerson}`, action: step.name, to }
}

/** The outcomes that were tested. */
const tried = new Set<string>()

/**
 * Whether an outcome of this class was tested before, and notes it as tested. The steps offered to each
 * persona are compared in every status. A step that people of one side take in the same way is taken once, by
 * the first of them.
 */
function wasTried(flow: Flow, { status, like }: Expected): boolean {
  const name = `${flow.entity} ${status} ${like}`
  const isKnown = like !== undefined && !isLongRun && tried.has(name)
  tried.add(name)
  return isKnown
}

/** Whether row-level security lets the caller read or write a record of a property or of a company. */
function canReach(
  actor: Actor,
  { propertyId = null, managementCompanyId = null }: FlowRow,
  need: Need,
): boolean {
  if (propertyId !== null) return inScope(actor.scope[need], propertyId)
  if (isAgency(actor)) return need === 'read' || actor.scope.write === null
  return need === 'read' ? worksFor(actor, managementCompanyId) : runsCompany(actor, managementCompanyId)
}

type State = { status: number | null; version: number; steps: number; action: string; from: number }

async function loadState(
  client: Pick<pg.Client, 'query'>,
  { flow, driver, entity, rowId }: Setup,
): Promise<State> {
  const result = await client.query<State>(
    `select r.${driver.statusColumn} as status, r.version, h.action, h.from_status_id as "from",
        (select count(*)::integer from status_history where entity = $2 and row_id = $1) as steps
      from ${entity.table} r left join lateral (select action, from_status_id from status_history
        where entity = $2 and row_id = $1 order by status_history_id desc limit 1) h on true
      where ${snakeCase(entity.key)} = $1`,
    [rowId, flow.entity],
  )
  return result.rows[0]!
}

/**
 * The row and the newest ids of all tables that a step writes. If they are equal before and after, nothing
 * was done.
 */
async function loadTrace({ entity, rowId }: Setup): Promise<unknown> {
  const row = await portal.owner.query(
    `select r::text as row from ${entity.table} r where ${snakeCase(entity.key)} = $1`,
    [rowId],
  )
  return [row.rows, await loadNewestIds(portal.owner)]
}

const letters = new WrittenLetters()
/** The steps that were taken at least once, and the steps that ran too many SQL statements. */
const executedSteps = new Set<string>()
const costlySteps = new Set<string>()
/**
 * The maximum number of SQL statements of a step. A decision needs more, because it moves money or rents and
 * writes and mails a letter. An undoing step notes the dependent records and accepted years.
 */
const getMaximum = (from: number, to: number) => (to === 5 || to === 6 ? 32 : to < from ? 22 : 20)

/** Expects that the step succeeds and that status, version and history change together, once. */
async function expectTaken(
  call: Call,
  sample: Sample,
  persona: string,
  expected: Expected,
  setup: Setup,
): Promise<void> {
  const before = await loadState(portal.owner, setup)
  let after: State | undefined
  dry.observe(async (client) => {
    await client.query('set local role none')
    after = await loadState(client, setup)
    await letters.keep(client, setup.flow.entity)
  })
  const reply = await dry.ask(persona, call, sample)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  executedSteps.add(`${setup.flow.entity} ${expected.action}`)
  if (reply.statements > getMaximum(setup.from, expected.to ?? setup.from))
    costlySteps.add(`${setup.flow.entity} ${expected.action}: ${reply.statements}`)
  expect(after).toEqual({
    status: expected.to,
    version: before.version + 1,
    steps: before.steps + 1,
    action: expected.action,
    from: setup.from,
  })
}

/** Expects that the record's answer offers exactly the steps that this caller may take. */
async function expectActions(persona: string, row: FlowRow, setup: Setup): Promise<void> {
  const { flow, driver, rowId, twoPerson } = setup
  const call = calls.find((call) => call.path === driver.detail.path)!
  const reply = await portal.ask(persona, 'GET', call.path.replace(/:\w+/, String(rowId)))
  if (reply.status !== 200) return
  const actor = (await loadActor(persona, call.access))!
  const open = Object.values(flow.steps).filter(
    (step) => getStepObstacle(step, row, actor, { twoPerson }) === null,
  )
  const offered = (reply.body as Record<string, { name: string }[]>)[driver.detail.actions]
  expect(offered?.map((item) => item.name)).toEqual(open.map((step) => step.name))
}

const chosenFlows = flows.filter((flow) => chosenDrivers[flow.entity])
const cases = chosenFlows.flatMap((flow) =>
  flow.statuses.flatMap((from) =>
    (getDriver(flow).twoPersonSetting ? [true, false] : [false]).map((twoPerson) => ({
      flow,
      from,
      twoPerson,
      name: `${flow.entity} in status ${from}, two-person rule ${twoPerson ? 'on' : 'off'}`,
    })),
  ),
)

test('a driver names the calls of every workflow', () => {
  expect(flows.map((flow) => flow.entity).filter((name) => !drivers[name])).toEqual([])
})

/** The same request without its reason and with a blank reason. */
function removeReason({ url, body }: Sample): Sample[] {
  const { reason: _, ...remaining } = (body ?? {}) as { reason?: string }
  const bare = url.replace(/\?reason=.*/, '')
  return [
    { url: bare, body: body && remaining },
    { url: bare === url ? url : `${bare}?reason=%20%20`, body: body && { ...remaining, reason: '  ' } },
  ]
}

test.each(chosenFlows.map((flow) => ({ name: flow.entity, flow })))(
  '$name: a step that requires a reason is refused without one, if the call has a body',
  async ({ flow }) => {
    const driver = getDriver(flow)
    const entity = entities.find((entity) => entity.name === driver.entity)!
    const tried = new Set<string>()
    for (const from of flow.statuses) {
      const setup = { flow, driver, entity, rowId: idsByEntity.get(entity.name)!, from, twoPerson: false }
      const row = await placeRow(setup)
      const before = await loadTrace(setup)
      for (const route of driver.ways) {
        const call = calls.find((call) => call.path === route.path)!
        const { action = '' } = await getExpected(route, call, 'agency.admin', row, setup)
        if (tried.has(`${route.name} ${action}`) || flow.steps[action]?.reason !== 'required') continue
        for (const sample of removeReason(route.sample(setup.rowId))) {
          const reply = await dry.ask('agency.admin', call, sample)
          // A documented call without a body has no place for a reason. It succeeds, and the history says
          // that no reason was given.
          const status = sample.body === undefined ? 200 : 400
          expect({ way: route.name, from, status: reply.status }).toEqual({ way: route.name, from, status })
        }
        tried.add(action).add(`${route.name} ${action}`)
      }
      expect(await loadTrace(setup)).toEqual(before)
    }
    const asking = Object.values(flow.steps).filter(
      (step) => step.reason === 'required' && step.by !== 'system',
    )
    expect(asking.map((step) => step.name).filter((name) => !tried.has(name))).toEqual([])
  },
)

describe.each(cases)('$name', ({ flow, from, twoPerson }) => {
  const driver = getDriver(flow)
  const entity = entities.find((entity) => entity.name === driver.entity)!

  let setup: Setup
  let row: FlowRow
  let before: unknown

  // Every change is rolled back, so the record is placed once for all tests.
  beforeAll(async () => {
    setup = { flow, driver, entity, rowId: idsByEntity.get(entity.name)!, from, twoPerson }
    row = await placeRow(setup)
    before = await loadTrace(setup)
  })

  test.each(personas)(
    '%s can take exactly the permitted steps, and only these are offered',
    async (persona) => {
      for (const route of driver.ways) {
        const call = calls.find((call) => call.path === route.path)!
        const expected = await getExpected(route, call, persona, row, setup)
        if (wasTried(flow, expected)) continue
        const sample = route.sample(setup.rowId)
        if (expected.action) {
          await expectTaken(call, sample, persona, expected, setup)
        } else {
          const reply = await portal.ask(persona, call.method, sample.url, sample.body)
          expect({ way: route.name, status: reply.status }).toEqual({
            way: route.name,
            status: expected.status,
          })
        }
      }
      await expectActions(persona, row, setup)
    },
  )

  test('no refused call changed a row', async () => {
    expect(await loadTrace(setup)).toEqual(before)
  })
})

test('the tests above took every step that people can take', () => {
  const steps = chosenFlows.flatMap((flow) =>
    Object.values(flow.steps).flatMap(({ name, by }) => (by === 'system' ? [] : [`${flow.entity} ${name}`])),
  )
  expect(steps.filter((step) => !executedSteps.has(step))).toEqual([])
})

test('every letter of a step is a tagged PDF with its own title and a heading, and none is missing', async () => {
  expect(letters.missing(chosenFlows.map(({ entity }) => entity))).toEqual([])
  expect(await letters.faults()).toEqual([])
})

test('no step runs too many SQL statements', () => {
  expect([...costlySteps]).toEqual([])
})
