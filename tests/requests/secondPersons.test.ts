import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { calls, entities, flows, modules, served } from '#app/registry.ts'
import { type AnyEntity, snakeCase } from '#kernel/model/entity.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import { properties } from '#tests/fixture.ts'
import { chosenDrivers } from '#tests/matrix/drivers.ts'
import { type DryPortal, openDryPortal } from '#tests/matrix/dryPortal.ts'
import { type KnownIds, knownIds } from '#tests/matrix/knownIds.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import type { Driver } from '#tests/matrix/ways.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * The one who decides, a manager and administrator; the one who reviewed; and one by way of whom they are
 * tied.
 */
const DECIDER = { name: 'agency.admin', id: 1 }
const REVIEWER = 9
const BETWEEN = 10

let portal: Portal
let dry: DryPortal
let known: KnownIds
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  dry = await openDryPortal(portal, served)
  known = await knownIds(portal.owner, entities, properties.a)
})
afterAll(() => dry.close().finally(portal.close))
afterEach(() => portal.owner.query('delete from kernel.account_change; delete from kernel.record_writer'))

type Stage = { flow: Flow; driver: Driver; entity: AnyEntity; rowId: number; from: number }

/** Puts a record where somebody approves it, reviewed by the reviewer, with two persons asked for. */
async function place({ driver, entity, rowId, from }: Stage): Promise<void> {
  await portal.owner.query(
    `insert into setting (key, value, effective_from) values ($1, 'true', '2000-01-01')
      on conflict (key, effective_from) do update set value = excluded.value`,
    [driver.twoPersonSetting],
  )
  if (driver.around) await portal.owner.query(driver.around, [rowId])
  const values = { [driver.statusColumn]: from, ...driver.columns(from), reviewed_by_id: REVIEWER }
  const sets = Object.keys(values).map((column, index) => `${column} = $${index + 2}`)
  await portal.owner.query(
    `update ${entity.table} set ${sets.join(', ')}, decided_by_id = null where ${snakeCase(entity.key)} = $1`,
    [rowId, ...Object.values(values)],
  )
}

/** Whose account was changed by whom, within 30 days or before. */
const tie = (userId: number, changedById: number, days = 0) =>
  portal.owner.query(
    `insert into kernel.account_change (user_id, changed_by_id, changed_at)
      values ($1, $2, now() - make_interval(days => $3))`,
    [userId, changedById, days],
  )
const write = ({ entity, rowId }: Stage, userId: number) =>
  portal.owner.query('insert into kernel.record_writer values ($1, $2, $3)', [entity.table, rowId, userId])

/** Who is no second person, and how that came about. */
const onePerson: Record<string, (stage: Stage) => Promise<unknown>> = {
  'whose account the reviewer made': () => tie(DECIDER.id, REVIEWER),
  'who changed the rights of the reviewer': () => tie(REVIEWER, DECIDER.id),
  'who changed them by way of somebody else': () =>
    Promise.all([tie(REVIEWER, BETWEEN), tie(BETWEEN, DECIDER.id)]),
  'who entered what the decision rests on': (stage) => write(stage, DECIDER.id),
  'who made the account of whoever entered it': (stage) =>
    Promise.all([write(stage, BETWEEN), tie(BETWEEN, DECIDER.id)]),
}
const ONE_PERSON = /do not count as two people|You entered something that this decision rests on/
/** Before a review nobody forces an approval, whoever it is. */
const REFUSED = new RegExp(`${ONE_PERSON.source}|Two persons decide`)

/** What becomes of every call that leads to an approval, and what the record offers. */
async function approvals({ flow, driver, rowId, from }: Stage) {
  const replies: { way: string; status: number; text: string }[] = []
  const actor = { roles: [1], isAdmin: true, isManager: true } as Parameters<
    (typeof driver.ways)[number]['step']
  >[0]
  for (const way of driver.ways) {
    const wanted = way.step(actor, from, flow)
    const step = wanted && flow.steps[wanted.name]
    if (!step || (step.to ?? wanted.to) !== RequestStatus.APPROVED || !step.from.includes(from)) continue
    const call = calls.find((call) => call.path === way.path)!
    const { status, body } = await dry.ask(DECIDER.name, call, way.sample(rowId))
    replies.push({ way: way.name, status, text: JSON.stringify(body) })
  }
  const detail = calls.find((call) => call.path === driver.detail.path)!
  const record = await portal.ask(DECIDER.name, 'GET', detail.path.replace(/:\w+/, String(rowId)))
  const offered = (record.body as Record<string, { name: string }[]>)[driver.detail.actions] ?? []
  return { replies, offered: offered.map(({ name }) => name).filter((name) => flow.steps[name]?.notBy) }
}

const stages = flows.flatMap((flow) => {
  const driver = chosenDrivers[flow.entity]
  if (!driver?.twoPersonSetting) return []
  const approving = Object.values(flow.steps).filter((step) => step.notBy && step.twoPerson !== false)
  const from = [...new Set(approving.flatMap((step) => step.from))].filter(
    (status) => status !== RequestStatus.REJECTED,
  )
  return from.map((status) => ({ name: `${flow.entity} in status ${status}`, flow, driver, from: status }))
})

describe.each(stages)('domain 48.4 $name', ({ flow, driver, from }) => {
  const entity = entities.find((entity) => entity.name === driver.entity)!
  const stage = (): Stage => ({ flow, driver, entity, from, rowId: known.get(entity.name)! })
  beforeAll(() => place(stage()))

  test('somebody else approves, also one whose rights were changed longer ago', async () => {
    await tie(DECIDER.id, REVIEWER, 31)
    const { replies, offered } = await approvals(stage())
    expect(replies.filter(({ text }) => ONE_PERSON.test(text))).toEqual([])
    expect(replies.some(({ status }) => status === 200)).toBe(true)
    expect(offered).not.toEqual([])
  })

  test.each(Object.keys(onePerson))('nobody approves or forces %s', async (name) => {
    await onePerson[name]!(stage())
    const { replies, offered } = await approvals(stage())
    expect(replies).not.toEqual([])
    for (const { way, status, text } of replies) {
      expect({ way, refused: status === 403 || status === 422, text }).toMatchObject({ way, refused: true })
      expect(text).toMatch(REFUSED)
    }
    expect(offered).toEqual([])
  })
})

test('who of the agency writes a record is noted for everything that is filed in it', async () => {
  const result = await portal.owner.query<{ table: string; record: string; columns: string[] }>(`
    select c.relname as table, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as record,
      array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (t.tgattr)) as columns
    from pg_trigger t join pg_class c on c.oid = t.tgrelid where t.tgname = 'note_writer_update'`)
  const noted = new Map(
    result.rows.map((row) => [`${row.record} ${row.table}`, new Set<string>(row.columns)]),
  )
  const missing = modules
    .flatMap((module) => module.reviews ?? [])
    .filter(({ kit }) => kit.review.settings.twoPerson)
    .flatMap(({ kit: { review } }) => {
      const lines = Object.values(review.lines ?? {}) as (AnyEntity & { content?: readonly string[] })[]
      const parts = [{ table: review.entity.table, content: review.entity.content }, ...lines]
      return parts.flatMap(({ table, content }) => {
        const columns = noted.get(`${review.entity.table} ${table}`)
        if (content?.length === 0) return []
        if (!columns) return [table]
        return (content ?? [])
          .map(snakeCase)
          .filter((column) => !columns.has(column))
          .map((name) => `${table}.${name}`)
      })
    })
  expect(missing).toEqual([])
})
