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
const table = manifests.flatMap((manifest) => manifest.standsOn ?? [])
const reviews = manifests.flatMap((manifest) => manifest.reviews ?? []).map(({ kit }) => kit.review)
const APPROVED = 5

/** What stands on the records of the seeders beyond what these make: later years and rents. */
const later = `
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
  await portal.owner.query(later)
})
afterAll(() => portal.close())

type Review = (typeof reviews)[number]
type Ground = { kind: string; id: number }
const getReview = (kind: string): Review => reviews.find(({ name }) => name === kind)!
/** `DR on FS`, by the prefixes of their numbers. */
const getPair = ({ on, record }: (typeof table)[number]): string => {
  const getPrefix = (entity: string) => reviews.find(({ flow }) => flow.entity === entity)?.prefix
  return `${getPrefix(record)} on ${getPrefix(on)}`
}
const undone = reviews.filter(({ flow }) => flow.steps.reopen || flow.steps.adminChange)

/** The filed records of the sample property and of its company. */
async function loadRecords(): Promise<Ground[]> {
  const parts = reviews.map(({ name, entity }) => {
    const owner =
      'propertyId' in entity.fields
        ? `property_id = ${properties.a}`
        : `management_company_id = (select management_company_id from property where property_id = ${properties.a})`
    return `select '${name}' as kind, ${snakeCase(entity.key)} as id from ${entity.table} where ${owner}`
  })
  return (await portal.owner.query<Ground>(`${parts.join(' union all ')} order by 1, 2`)).rows
}

/** Puts a record where an approval leaves it. */
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

/** Every approved record with all that is stored of it, by its kind and number. */
async function approvedRows(): Promise<Record<string, string>> {
  const parts = reviews.map(
    ({ flow, entity }) =>
      `select '${flow.entity} ' || ${snakeCase(entity.key)} as name, to_jsonb(r)::text as stored from ${entity.table} r where status_id = ${APPROVED}`,
  )
  const result = await portal.owner.query<{ name: string; stored: string }>(parts.join(' union all '))
  return Object.fromEntries(result.rows.map(({ name, stored }) => [name, stored]))
}

const loadNotes = async (entity: string, id: number) =>
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

describe('what stands on what', () => {
  test('every row of the table is about kinds of records that there are, and its statement runs', async () => {
    const kinds = reviews.map(({ flow }) => flow.entity)
    expect(table.length).toBeGreaterThan(10)
    for (const { on, record, rows } of table) {
      expect(kinds).toContain(on)
      expect(kinds).toContain(record)
      const { rows: none } = await asSystem(portal.pool, 'test', ({ db }) => rows(sql`0`).execute(db))
      expect(none, `${record} on ${on}`).toEqual([])
    }
  })

  test('whatever is undone, in whatever order: it is named before, stays as it was decided, and waits as a to-do', async () => {
    const records = (await loadRecords()).filter(({ kind }) => undone.includes(getReview(kind)))
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

  test('of every row of the table there is a record here that names the other', async () => {
    await approveAll()
    const pairs = new Set<string>()
    for (const { kind, id } of await loadRecords())
      for (const { label } of await loadStanding(kind, id))
        pairs.add(`${label.split('-')[0]} on ${getReview(kind).prefix}`)
    expect(table.map(getPair).filter((pair) => !pairs.has(pair))).toEqual([])
    const without = table.filter(({ on }) => !undone.some(({ flow }) => flow.entity === on))
    expect(without.map(getPair)).toEqual([])
  })
})

async function approveAll(): Promise<void> {
  for (const { kind, id } of await loadRecords()) await approve(getReview(kind), id)
}

type Standing = { label: string; amount: number | null; to: string }
const loadStanding = async (kind: string, id: number): Promise<Standing[]> =>
  (await portal.ask('agency.admin', 'GET', `/api/Work/GetStanding/${kind}/${id}`)).body as Standing[]

/** Undoes an approved record and holds what came of it against what was named before; answers that. */
async function undo({ kind, id }: Ground, forces: boolean): Promise<void> {
  const { flow, calls } = getReview(kind)
  const recordKey = `${flow.entity} ${id}`
  const before = await approvedRows()
  // What an earlier undo took back by its own rules is no longer approved.
  if (!(recordKey in before)) return
  const standings = await loadStanding(kind, id)
  const forceStatus = forces && flow.steps.adminChange ? calls.forceStatus : calls.changeStatus
  const reply = await portal.ask('agency.admin', forceStatus.method, forceStatus.path, {
    id,
    statusId: 3,
    reason: 'Figures',
  })
  const after = await approvedRows()
  if (reply.status === 200) delete before[recordKey]
  expect(after, `${recordKey}: ${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`).toEqual(before)
  if (reply.status === 200) expect(await loadNotes(flow.entity, id), recordKey).toEqual(standings)
}
