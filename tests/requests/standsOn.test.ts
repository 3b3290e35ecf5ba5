import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as modules from '#app/serverModules.ts'
import { snakeCase } from '#kernel/model/entity.ts'
import { asSystem } from '#kernel/server/database.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import { properties } from '#tests/fixture.ts'
import { drivers } from '#tests/matrix/drivers.ts'
import { addFurtherPeople } from '#tests/matrix/furtherPeople.ts'
import { seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const manifests = Object.values(modules) as ServerModule[]
const dependencies = manifests.flatMap((manifest) => manifest.standsOn ?? [])
const reviews = manifests.flatMap((manifest) => manifest.reviews ?? []).map(({ kit }) => kit.review)
const APPROVED = 5

/** SQL that adds records which depend on the seeded ones: later years and rents. */
const LATER_RECORDS_SQL = `
  with next as (select max(year) + 1 as year from distribution_request where property_id = ${properties.a}),
  statement as (insert into annual_statement (property_id, year, period_start, period_end)
    select ${properties.a}, y, make_date(y, 1, 1), make_date(y, 12, 31) from (select year from next union select 2025) n (y) on conflict do nothing returning *)
  insert into distribution_request (property_id, afs_id, year, approved_amount) select property_id, afs_id, year, 100 from statement where year > 2025;
  insert into budget (property_id, budget_year) values (${properties.a}, 2099) on conflict do nothing;
  insert into rent_increase_request_header (property_id, rent_effective_date) values (${properties.a}, '2100-01-01');
  insert into tcap_quarter (property_id, year, quarter) values (${properties.a}, 2090, 1)`

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await addFurtherPeople(portal.owner)
  await seedRecords(portal)
  await portal.owner.query(LATER_RECORDS_SQL)
})
afterAll(() => portal.close())

type Review = (typeof reviews)[number]
type RecordId = { kind: string; id: number }
const getReview = (kind: string): Review => reviews.find(({ name }) => name === kind)!
/**
 * The number prefixes of a dependency, for example `DR on FS` for a distribution request based on a
 * statement.
 */
const getPair = ({ on, record }: (typeof dependencies)[number]): string => {
  const getPrefix = (entity: string) => reviews.find(({ flow }) => flow.entity === entity)?.prefix
  return `${getPrefix(record)} on ${getPrefix(on)}`
}
const undoableReviews = reviews.filter(({ flow }) => flow.steps.reopen || flow.steps.adminChange)

/** Loads the filed records of the sample property and of its company. */
async function loadRecords(): Promise<RecordId[]> {
  const parts = reviews.map(({ name, entity }) => {
    const owner =
      'propertyId' in entity.fields
        ? `property_id = ${properties.a}`
        : `management_company_id = (select management_company_id from property where property_id = ${properties.a})`
    return `select '${name}' as kind, ${snakeCase(entity.key)} as id from ${entity.table} where ${owner}`
  })
  return (await portal.owner.query<RecordId>(`${parts.join(' union all ')} order by 1, 2`)).rows
}

/** Sets a record to the state after an approval. */
async function approve(review: Review, id: number): Promise<void> {
  const { entity } = review
  const driver = drivers[review.flow.entity]
  if (driver?.around) await portal.owner.query(driver.around, [id])
  const values = {
    status_id: APPROVED,
    decided: '2026-05-01T15:00:00Z',
    submitted: '2026-04-01T15:00:00Z',
    ...driver?.columns(APPROVED),
  }
  const sets = Object.keys(values).map((column, index) => `${column} = $${index + 2}`)
  await portal.owner.query(
    `update ${entity.table} set version = version + 1, reviewed_by_id = (select user_id from app_user where user_name = 'agency.write'),
      decided_by_id = (select user_id from app_user where user_name = 'agency.manager'), ${sets.join(', ')}
      where ${snakeCase(entity.key)} = $1`,
    [id, ...Object.values(values)],
  )
}

/** Loads every approved record with all its columns, by its kind and id. */
async function loadApprovedRows(): Promise<Record<string, string>> {
  const parts = reviews.map(
    ({ flow, entity }) =>
      `select '${flow.entity} ' || ${snakeCase(entity.key)} as name, to_jsonb(r)::text as stored from ${entity.table} r where status_id = ${APPROVED}`,
  )
  const result = await portal.owner.query<{ name: string; stored: string }>(parts.join(' union all '))
  return Object.fromEntries(result.rows.map(({ name, stored }) => [name, stored]))
}

const loadUndoneNotes = async (entity: string, id: number) =>
  (
    await portal.owner.query<{ label: string; amount: string | null; path: string }>(
      'select label, amount, path from undone_ground where entity = $1 and row_id = $2 order by label',
      [entity, id],
    )
  ).rows.map(({ label, amount, path }) => ({
    label,
    amount: amount === null ? null : Number(amount),
    to: path,
  }))

describe('records that depend on other records', () => {
  test('every declared dependency is between existing kinds of records, and its SQL runs', async () => {
    const kinds = reviews.map(({ flow }) => flow.entity)
    expect(dependencies.length).toBeGreaterThan(10)
    for (const { on, record, rows } of dependencies) {
      expect(kinds).toContain(on)
      expect(kinds).toContain(record)
      const { rows: emptyRows } = await asSystem(portal.pool, 'test', ({ db }) => rows(sql`0`).execute(db))
      expect(emptyRows, `${record} on ${on}`).toEqual([])
    }
  })

  test('undoing approvals in any order names the dependent records before, leaves them approved and stores them as notes', async () => {
    const records = (await loadRecords()).filter(({ kind }) => undoableReviews.includes(getReview(kind)))
    expect(new Set(records.map(({ kind }) => kind)).size).toBeGreaterThan(15)
    const order = fc.shuffledSubarray(records, { minLength: 1, maxLength: records.length })
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (selected, forces) => {
        await approveAll()
        for (const ground of selected) await undo(ground, forces)
      }),
      { numRuns: 12 },
    )
  })

  test('for every declared dependency there is a record in this test that uses it', async () => {
    await approveAll()
    const pairs = new Set<string>()
    for (const { kind, id } of await loadRecords())
      for (const { label } of await loadDependents(kind, id))
        pairs.add(`${label.split('-')[0]} on ${getReview(kind).prefix}`)
    expect(dependencies.map(getPair).filter((pair) => !pairs.has(pair))).toEqual([])
    const without = dependencies.filter(({ on }) => !undoableReviews.some(({ flow }) => flow.entity === on))
    expect(without.map(getPair)).toEqual([])
  })
})

async function approveAll(): Promise<void> {
  for (const { kind, id } of await loadRecords()) await approve(getReview(kind), id)
}

type DependentRecord = { label: string; amount: number | null; to: string }
const loadDependents = async (kind: string, id: number): Promise<DependentRecord[]> =>
  (await portal.ask('agency.admin', 'GET', `/api/Work/GetStanding/${kind}/${id}`)).body as DependentRecord[]

/**
 * Undoes an approved record and expects that all other records are unchanged and that the stored notes equal
 * the dependents listed before.
 */
async function undo({ kind, id }: RecordId, forces: boolean): Promise<void> {
  const { flow, calls } = getReview(kind)
  const recordKey = `${flow.entity} ${id}`
  const before = await loadApprovedRows()
  // An earlier undo may have undone this record too.
  if (!(recordKey in before)) return
  const dependents = await loadDependents(kind, id)
  const forceStatus = forces && flow.steps.adminChange ? calls.forceStatus : calls.changeStatus
  const reply = await portal.ask('agency.admin', forceStatus.method, forceStatus.path, {
    id,
    statusId: 3,
    reason: 'Figures',
  })
  const after = await loadApprovedRows()
  if (reply.status === 200) delete before[recordKey]
  expect(after, `${recordKey}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`).toEqual(before)
  if (reply.status === 200) expect(await loadUndoneNotes(flow.entity, id), recordKey).toEqual(dependents)
}
