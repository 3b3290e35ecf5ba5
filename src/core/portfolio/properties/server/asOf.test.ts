import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import { type AuditedChange, type RowValues, undoChanges } from '../model/asOf.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

type Row = { rowId: number; stood: RowValues | null; now: RowValues | null; recorded: boolean }
type Answer = { known: boolean; knownSince: string; tables: { table: string; rows: Row[] }[] }

const ask = (persona: string, day: string) => portal.ask(persona, 'GET', `/api/projects/GetAsOf/1?day=${day}`)
const scoped = [
  'property',
  'property_room_type',
  'property_rent',
  'property_federal_type',
  'property_lihtc_number',
  'property_contact',
]

/** Reads the property's present rows from the database, by table, in the order of their keys. */
async function readPresentRows(): Promise<Record<string, unknown>> {
  const copies: Record<string, unknown> = {}
  for (const table of scoped) {
    const { rows } = await portal.owner.query(
      `select to_jsonb(r) as row from ${table} r where property_id = 1`,
    )
    copies[table] = rows.map(({ row }) => row).toSorted(byText)
  }
  return copies
}
const byText = (item: unknown, other: unknown) => JSON.stringify(item).localeCompare(JSON.stringify(other))

/** Returns the rows that the call rebuilds for a day, by table. */
async function loadRebuiltRows(day: string): Promise<Record<string, unknown>> {
  const { tables } = (await ask('agency.read', day)).body as Answer
  return Object.fromEntries(
    scoped.map((table) => [
      table,
      tables
        .find((item) => item.table === table)!
        .rows.flatMap(({ stood }) => stood ?? [])
        .toSorted(byText),
    ]),
  )
}

const changes: readonly ((n: number) => string)[] = [
  (n) =>
    `update property set name = 'Name ${n}', total_units = ${n}, owner_name = ${n % 2 ? 'null' : `'Owner ${n}'`} where property_id = 1`,
  (n) =>
    `insert into property_rent (property_id, project_room_type_id, rent, effective_date) values (1, ${1 + (n % 3)}, ${n + 0.5}, date '2001-01-01' + ${n}) on conflict do nothing`,
  (n) =>
    `update property_rent set rent = rent + ${n} where property_id = 1 and project_room_type_id = ${1 + (n % 3)}`,
  (n) =>
    `delete from property_rent where property_rent_id = (select max(property_rent_id) from property_rent where property_id = 1 and property_rent_id % 2 = ${n % 2})`,
  (n) =>
    `insert into property_federal_type (property_id, federal_type_id, units_covered) values (1, ${1 + (n % 3)}, ${n}) on conflict (property_id, federal_type_id) do update set units_covered = ${n}`,
  (n) => `delete from property_federal_type where property_id = 1 and federal_type_id = ${1 + (n % 3)}`,
  (n) =>
    `insert into property_lihtc_number (property_id, lihtc_number, position) values (1, 'L-${n % 7}', ${1 + (n % 9)}) on conflict do nothing`,
  (n) => `delete from property_lihtc_number where property_id = 1 and lihtc_number = 'L-${n % 7}'`,
  (n) => `update property_room_type set count = ${n} where project_room_type_id = ${1 + (n % 3)}`,
  (n) =>
    `insert into property_contact (property_id, contact_id, contact_type_id) values (1, ${1 + (n % 3)}, ${1 + (n % 8)}) on conflict do nothing`,
  (n) => `delete from property_contact where property_id = 1 and contact_type_id = ${1 + (n % 8)}`,
]

/** Dates the audit entries after `mark` to noon of the day, and returns the newest audit id. */
async function dateChanges(day: string, mark: number): Promise<number> {
  await portal.owner.query(`update audit_log set changed_at = $1 where audit_log_id > $2`, [
    `${day}T17:00:00Z`,
    mark,
  ])
  const { rows } = await portal.owner.query(
    'select coalesce(max(audit_log_id), 0)::integer as mark from audit_log',
  )
  return rows[0].mark
}
const dayAt = (n: number): string => new Date(Date.UTC(2026, 8, 1 + n)).toISOString().slice(0, 10)

describe('the property as of a day', () => {
  test('the data rebuilt from the audit log for each day equals a copy made on that day', async () => {
    portal.setNow(new Date('2026-11-16T15:00:00Z'))
    let mark = await dateChanges('2026-08-01', 0)
    const day = fc.array(fc.tuple(fc.nat(changes.length - 1), fc.integer({ min: 1, max: 400 })), {
      maxLength: 8,
    })
    const runs = fc.sample(fc.array(day, { minLength: 3, maxLength: 6 }), { numRuns: 6, seed: 20261116 })
    const copies = new Map<string, unknown>()
    let index = 0
    for (const statements of runs.flat()) {
      for (const [changeIndex, n] of statements) await portal.owner.query(changes[changeIndex]!(n))
      mark = await dateChanges(dayAt(index), mark)
      copies.set(dayAt(index), await readPresentRows())
      index += 1
    }
    for (const [on, dayCopy] of copies) expect(await loadRebuiltRows(on), on).toEqual(dayCopy)
  })

  test('undoing any sequence of changes from the newest to the oldest restores the first state', () => {
    const step = fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      value: fc.integer({ min: 0, max: 9 }),
      gone: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(40), (steps, cut) => {
        const rows = new Map<number, RowValues>()
        const log: AuditedChange[] = []
        let rowsAtCut = new Map(rows)
        let marked = 0
        steps.forEach(({ id: rowId, value, gone }, index) => {
          if (index === cut) [rowsAtCut, marked] = [new Map(rows), log.length]
          const present = rows.get(rowId)
          if (present && gone) log.push({ rowId, operation: 'delete', changes: present })
          else if (present)
            log.push({ rowId, operation: 'update', changes: { value: [present.value, value] } })
          else log.push({ rowId, operation: 'insert', changes: { value } })
          if (present && gone) rows.delete(rowId)
          else rows.set(rowId, { value })
        })
        if (cut >= steps.length) [rowsAtCut, marked] = [new Map(rows), log.length]
        expect(undoChanges(rows, log.slice(marked).toReversed())).toEqual(rowsAtCut)
      }),
    )
  })

  test('the answer gives the first day covered and marks rows from before the audit began', async () => {
    await portal.owner.query(`update property set created_at = '2026-08-01T17:00:00Z' where property_id = 1`)
    const before = (await ask('agency.read', '2026-07-01')).body as Answer
    expect(before).toMatchObject({ known: false, knownSince: '2026-08-01' })
    expect((await ask('agency.read', '2026-09-01')).body).toMatchObject({ known: true })
    await portal.owner.query(
      `delete from audit_log where table_name = 'property_room_type' and operation = 'insert'`,
    )
    const { tables } = (await ask('agency.read', '2026-09-01')).body as Answer
    expect(
      tables.find(({ table }) => table === 'property_room_type')!.rows.every(({ recorded }) => !recorded),
    ).toBe(true)
  })

  test('only the agency may call it, and not for a future day', async () => {
    expect((await ask('company.admin', '2026-09-01')).status).toBe(403)
    expect((await ask('agency.read', '2026-12-01')).status).toBe(400)
    expect((await portal.ask('agency.read', 'GET', '/api/projects/GetAsOf/999?day=2026-09-01')).status).toBe(
      404,
    )
  })
})
