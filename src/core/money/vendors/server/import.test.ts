import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agency } from '#kernel/model/access.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import { MAX_IMPORTED } from '../model/calls.ts'
import { importRows } from './import.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from vendor where vendor_id > 3'))

const count = async () => (await portal.owner.query('select 1 from vendor')).rowCount!
const faults = (reply: Reply) => (reply.body as { faults: Fault[] }).faults

describe('import', () => {
  const load = (rows: unknown, persona: Persona = 'agency.write') =>
    portal.ask(persona, 'POST', '/api/Vendor/ImportList', rows)

  test('CSV-01 an import stores rows that are named by their headings', async () => {
    const reply = await load([
      {
        Name: 'Acme Roofing',
        'Doing business as': 'Acme',
        City: 'Rolla',
        ZIP: '65401',
        'Tax ID last 4': '0123',
        W9Date: '3/7/2025',
      },
      { Name: 'Smith & Sons', Zip: '', Email: '', Active: 'false' },
    ])
    expect(reply.body).toEqual({ imported: 2 })
    const result = await portal.owner.query(
      'select name, zip, tax_id_last4, w9_date::text, email, active, new_vendor from vendor where vendor_id > 3 order by vendor_id',
    )
    expect(result.rows).toEqual([
      {
        name: 'Acme Roofing',
        zip: '65401',
        tax_id_last4: '0123',
        w9_date: '2025-03-07',
        email: null,
        active: true,
        new_vendor: false,
      },
      {
        name: 'Smith & Sons',
        zip: null,
        tax_id_last4: null,
        w9_date: null,
        email: null,
        active: false,
        new_vendor: false,
      },
    ])
  })

  test('an import with three invalid rows reports their numbers and stores nothing', async () => {
    const reply = await load([
      { name: 'Good One', zip: '65401' },
      { name: '', zip: '654' },
      { name: 'Good Two', zip: '65401' },
      { name: 'TEST ROOFING LLC', zip: '65201' },
      { name: 'The Good One, Inc.', zip: '65401-0001' },
    ])
    expect(reply.status).toBe(422)
    expect(faults(reply)).toEqual([
      { field: '1.name', message: 'Row 2: Name: *Field is required' },
      { field: '1.zip', message: 'Row 2: ZIP code: Enter a ZIP code of five or nine digits.' },
      { field: '3.name', message: 'Row 4: Test Roofing is on the list already (vendor 1).' },
      { field: '4.name', message: 'Row 5: The Good One, Inc. is already in row 1.' },
    ])
    expect(await count()).toBe(3)
  })

  test('an import of 10,000 rows with three invalid ones reports their numbers and stores nothing', async () => {
    const rows: Record<string, string>[] = Array.from({ length: MAX_IMPORTED }, (_, index) => ({
      Name: `Imported Vendor ${index}`,
      Zip: String(60_000 + (index % 9000)),
    }))
    rows[17] = { Name: '', Zip: '65401' }
    rows[4999] = { Name: 'Bad mail', Email: 'two@one.example, three@one.example' }
    rows[9999] = { Name: 'Imported Vendor 5', Zip: '60005' }
    const reply = await load(rows)
    expect(reply.status).toBe(422)
    expect(faults(reply).map((fault) => fault.message.replace(/:.*/, ''))).toEqual([
      'Row 18',
      'Row 5000',
      'Row 10000',
    ])
    expect(await count()).toBe(3)
  })

  test('an import reports unknown columns once, with the names of the columns it accepts', async () => {
    const reply = await load(Array.from({ length: 500 }, () => ({ Vendor: 'Acme', Town: 'Rolla' })))
    expect(reply.status).toBe(400)
    expect(faults(reply)).toHaveLength(1)
    expect(faults(reply)[0]!.message).toContain(
      'Unknown columns: Vendor, Town. Known are Name, Doing business as',
    )
    expect(await count()).toBe(3)
  })

  test.each<[string, unknown, number]>([
    ['no rows', [], 400],
    ['not a list', { name: 'X' }, 400],
    ['rows that are not records', ['X'], 400],
    ['too many rows', Array.from({ length: MAX_IMPORTED + 1 }, () => ({})), 400],
  ])('%s is refused', async (_, rows, status) => {
    expect((await load(rows)).status).toBe(status)
    expect(await count()).toBe(3)
  })

  test("only the agency's writers may import", async () => {
    for (const persona of ['agency.read', 'company.admin', 'global.admin'] as const)
      expect((await load([{ name: 'X' }], persona)).status).toBe(403)
  })

  test('an import stores 10,000 rows within three seconds, in as many statements as one row', async () => {
    const rows = Array.from({ length: MAX_IMPORTED }, (_, index) => ({
      Name: `Imported Vendor ${index}`,
      Zip: String(60_000 + (index % 9000)),
      TaxIdLast4: String(index).padStart(4, '0'),
    }))
    const startTime = performance.now()
    expect((await load(rows)).body).toEqual({ imported: MAX_IMPORTED })
    expect(performance.now() - startTime).toBeLessThan(3000)
    await portal.owner.query('delete from vendor where vendor_id > 3')
    const countStatements = async (some: Record<string, unknown>[]) =>
      (
        await runInCall(portal, 'agency.write', agency('write'), async (context) => {
          const before = context.transaction.statements
          await importRows(context, some)
          return context.transaction.statements - before
        })
      ).result
    expect(await countStatements(rows)).toBe(await countStatements([{ name: 'One Alone' }]))
  })
})
