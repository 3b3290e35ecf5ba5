import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectModules } from '#app/registry.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import type { FeeUseLine } from '../model/calls.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => {
  connectModules()
  return portal.close()
})
beforeEach(async () => {
  connectModules()
  await portal.owner.query(`delete from management_fee_max; delete from setting where key like 'mgmt_fee%';
    delete from management_fee_type where management_fee_type_id > 3;
    insert into management_fee_max (year, management_fee_type_id, amount, percent, effective_date) values
      (2023, 1, 45, null, '2023-01-01'), (2023, 2, 12.50, null, '2023-01-01'), (2023, 3, null, 7, '2023-01-01')`)
})

const path = '/api/ManagementFeeMax'
const get = (persona: Persona, tail: string) => portal.ask(persona, 'GET', `${path}/${tail}`)
const add = (body: object, persona: Persona = 'agency.write') => portal.ask(persona, 'POST', path, body)
const fields = (reply: Reply) => (reply.body as { faults: Fault[] }).faults.map((fault) => fault.field)

test('GetByYear returns the maxima of a year with their types', async () => {
  expect((await get('company.reader', 'GetByYear/2023')).body).toMatchObject([
    { typeName: 'Per occupied unit', basis: 'Occupied unit month', amount: 45, percent: null },
    { typeName: 'Lease-up, per unit', amount: 12.5 },
    { typeName: 'Percent of collected rent', amount: null, percent: 7 },
  ])
  expect((await get('company.reader', 'GetByYear/2022')).body).toEqual([])
  expect((await get('company.reader', 'GetByYear/last')).status).toBe(400)
})

describe('maxima', () => {
  test('maxima begin on the first day of their year by default', async () => {
    expect((await add({ year: 2024, managementFeeTypeId: 1, amount: 47.34 })).body).toMatchObject({
      effectiveDate: '2024-01-01',
      percent: null,
    })
    const late = await add({
      year: 2024,
      managementFeeTypeId: 2,
      amount: '$13.00',
      effectiveDate: '07/01/2024',
    })
    expect(late.body).toMatchObject({ effectiveDate: '2024-07-01', amount: 13 })
  })

  test.each([
    [
      'a percent for a type in dollars',
      { year: 2024, managementFeeTypeId: 1, percent: 5 },
      ['amount', 'percent'],
    ],
    [
      'dollars for a type in percent',
      { year: 2024, managementFeeTypeId: 3, amount: 5 },
      ['percent', 'amount'],
    ],
    ['an amount below zero', { year: 2024, managementFeeTypeId: 1, amount: -1 }, ['amount']],
    ['an unknown type', { year: 2024, managementFeeTypeId: 99, amount: 1 }, ['managementFeeTypeId']],
    [
      'a second maximum on the same day',
      { year: 2023, managementFeeTypeId: 1, amount: 1 },
      ['effectiveDate'],
    ],
    [
      'a day of another year',
      { year: 2024, managementFeeTypeId: 1, amount: 1, effectiveDate: '2025-01-01' },
      ['effectiveDate'],
    ],
  ])('%s is refused by field', async (_, body, expected) => {
    const reply = await add(body)
    expect([reply.status, fields(reply)]).toEqual([422, expected])
  })

  test('a type may have several maxima in a year, and the last of them is raised', async () => {
    const later = await add({ year: 2023, managementFeeTypeId: 1, amount: 46, effectiveDate: '2023-07-01' })
    expect(later.status).toBe(200)
    const all = (await get('company.reader', 'GetByYear/2023')).body as { amount: number | null }[]
    expect(all.map((item) => item.amount)).toEqual([45, 46, 12.5, null])
    const next = await portal.ask('agency.write', 'POST', `${path}/Raise`, { year: 2024, ocafPercent: 0 })
    expect((next.body as { amount: number | null }[]).map((item) => item.amount)).toEqual([46, 12.5, null])
  })

  test('companies and agency readers may not change maxima', async () => {
    for (const persona of ['agency.read', 'company.admin', 'global.admin'] as const) {
      expect((await add({ year: 2024, managementFeeTypeId: 1, amount: 1 }, persona)).status).toBe(403)
      expect(
        (await portal.ask(persona, 'POST', `${path}/Raise`, { year: 2024, ocafPercent: 5 })).status,
      ).toBe(403)
    }
  })
})

describe('types', () => {
  const types = '/api/ManagementFeeType'
  test('two types cannot share a name, and a type with maxima cannot change its basis', async () => {
    const twin = await portal.ask('agency.write', 'POST', types, {
      name: 'per OCCUPIED unit',
      basis: 'Unit month',
    })
    expect([twin.status, fields(twin)]).toEqual([422, ['name']])
    const basis = await portal.ask('agency.write', 'PUT', types, {
      managementFeeTypeId: 1,
      basis: 'Unit month',
    })
    expect([basis.status, fields(basis)]).toEqual([422, ['basis']])
    const reply = await portal.ask('agency.write', 'PUT', types, { managementFeeTypeId: 1, name: 'Occupied' })
    expect(reply.body).toMatchObject({ name: 'Occupied' })
    await portal.ask('agency.write', 'PUT', types, { managementFeeTypeId: 1, name: 'Per occupied unit' })
    expect((await portal.ask('agency.write', 'DELETE', `${types}/1`)).status).toBe(422)
  })
})

describe('raise by OCAF', () => {
  const raiseMaxima = (year: number, ocafPercent: unknown) =>
    portal.ask('agency.write', 'POST', `${path}/Raise`, { year, ocafPercent })

  test('45 by 5.2 % is 47.34, percents are copied, and a second raise is refused', async () => {
    expect((await raiseMaxima(2024, 5.2)).body).toMatchObject([
      { managementFeeTypeId: 1, amount: 47.34, ocafPercent: 5.2, effectiveDate: '2024-01-01' },
      { managementFeeTypeId: 2, amount: 13.15 },
      { managementFeeTypeId: 3, amount: null, percent: 7, ocafPercent: null },
    ])
    const again = await raiseMaxima(2024, 5.2)
    expect([again.status, fields(again)]).toEqual([422, ['year']])
  })

  test('amounts are rounded as the setting says', async () => {
    await portal.owner.query(
      `insert into setting (key, value, effective_from) values ('mgmt_fee_rounding', '"dime"', '2020-01-01')`,
    )
    expect((await get('agency.read', 'GetRounding')).body).toBe('dime')
    expect((await raiseMaxima(2024, 5.2)).body).toMatchObject([
      { amount: 47.3 },
      { amount: 13.2 },
      { amount: null },
    ])
  })

  test.each([
    [2026, 5, 422, 'year'],
    [2024, -1, 400, 'ocafPercent'],
    [2024, 31, 400, 'ocafPercent'],
    [2024, 'much', 400, 'ocafPercent'],
  ])('year %s by %s is refused by field', async (year, percent, status, field) => {
    const reply = await raiseMaxima(year, percent)
    expect([reply.status, fields(reply)]).toEqual([status, [field]])
  })
})

describe('CAL-22 the fee used', () => {
  const loadLines = async (persona: Persona, year = 2023) =>
    ((await get(persona, `GetFeeUse/${year}`)).body as { rows: FeeUseLine[] }).rows

  test('the fee used is 0 while nothing is reported, and GetFeeUse lists the missing inputs', async () => {
    expect((await get('company.reader', 'GetUsedMgmtFee/1/2023')).body).toBe(0)
    expect((await get('company.reader', 'GetUsedMgmtFee/4/2023')).status).toBe(404)
    expect((await get('company.reader', 'GetFeeUse/2023?propertyId=4')).status).toBe(404)
    for (const year of [1, 9998])
      expect((await get('company.reader', `GetUsedMgmtFee/1/${year}`)).body).toBe(0)
    expect(
      (await loadLines('company.reader')).map((line) => [
        line.propertyId,
        line.charged,
        line.allowed,
        line.missing,
      ]),
    ).toEqual([[1, null, null, ['occupancy of 2023', 'annual financial statement of 2023']]])
    expect((await loadLines('agency.read', 2022))[0]?.missing).toContain('maximum of 2022')
  })

  test("the fee used is computed from other modules' figures, with the maximum of the property's fee type", async () => {
    connectModules([
      {
        feeFigures: {
          occupiedUnits: sql`(select 1 as property_id, day::date as month, case when extract(month
            from day) = 1 then 46 else 45 end as units
            from generate_series('2023-01-01'::date, '2024-12-01', interval '1 month') day)`,
          collectedRents: () => sql`(select 1 as property_id, 300000 as amount)`,
          chargedFees: (year) =>
            sql`(select 1 as property_id, 26000 as amount, '2023-01-01'::date as first,
              '2023-12-31'::date as last where ${year}::integer = 2023)`,
        },
      },
    ])
    expect((await get('company.reader', 'GetUsedMgmtFee/1/2023')).body).toBe(48.06)
    expect((await get('company.reader', 'GetUsedMgmtFee/1/2024')).body).toBe(0)
    const expectedUse = { occupiedUnitMonths: 541, charged: 26_000, perUnitMonth: 48.06, missing: [] }
    const usual = { ...expectedUse, judgedBy: ['Per occupied unit'], allowed: 24_345, excess: 1655 }
    expect(await loadLines('company.reader')).toMatchObject([usual])
    expect((await get('agency.read', 'GetFeeUse/2023')).body).toMatchObject({ refundDays: 30 })
    const kind = {
      propertyId: 1,
      managementFeeTypeId: 3,
      effectiveDate: '2023-01-01',
      reason: 'Agreement of 2022',
    }
    const kinds = '/api/PropertyManagementFee'
    expect((await portal.ask('company.admin', 'POST', kinds, kind)).status).toBe(403)
    const saved = await portal.ask('agency.write', 'POST', kinds, kind)
    expect(saved.body).toMatchObject(kind)
    expect(fields(await portal.ask('agency.write', 'POST', kinds, kind))).toEqual(['effectiveDate'])
    const byPercent = {
      ...expectedUse,
      judgedBy: ['Percent of collected rent'],
      allowed: 21_000,
      excess: 5000,
    }
    expect(await loadLines('company.reader')).toMatchObject([byPercent])
    expect((await portal.ask('other.user', 'GET', kinds)).body).toEqual([])
    await portal.owner.query('delete from property_management_fee')
  })
})
