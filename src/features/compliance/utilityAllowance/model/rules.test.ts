import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AllowanceLineRow, LineInput } from './entities.ts'
import { getLastQuarter, getQuarter, getQuarterEnd, getQuarterName, getQuarterStart } from './quarter.ts'
import {
  computeGrossRents,
  computeRow,
  copyPriorLines,
  getRequiredDocuments,
  type Inputs,
  isUnchanged,
} from './rows.ts'
import { getQuarterFaults, getUnchangedFault, type QuarterFacts } from './rules.ts'

const line = (more: Partial<AllowanceLineRow> = {}): AllowanceLineRow => ({
  utilityAllowanceLineId: 1,
  utilityAllowanceId: 7,
  propertyId: 1,
  projectRoomTypeId: 2,
  schedule: null,
  utilityAllowance: 92,
  source: 1,
  rentControllingAuthorityId: 3,
  effectiveDate: '2026-07-01',
  tenantPays: ['Electricity'],
  heating: 'Electric',
  comments: null,
  filedCompanyId: 1,
  position: 1,
  clientKey: null,
  ...more,
})
const source = (utilityAllowanceSourceId: number, name: string, documentRequired: boolean) => ({
  utilityAllowanceSourceId,
  name,
  documentRequired,
  description: null,
  active: true,
})
/**
 * HUD's limits of the worked example (domain 14.3): the gross rent limit of a two-bedroom unit at 60 percent
 * is $1,188.
 */
const figures = {
  countyName: 'Boone County',
  incomeYear: 2026,
  fairMarketYear: 2026,
  fairMarket: [700, 800, 950, 1200, 1400],
  incomes: [30800, 35200, 39600, 44000, 47520, 51040, 54560, 58080],
}
const inputs = (more: Partial<Inputs> = {}): Inputs => ({
  unitTypes: [{ projectRoomTypeId: 2, name: 'Two bedrooms', bedrooms: 2, count: 24 }],
  rents: [
    {
      projectRoomTypeId: 2,
      rentType: 'LIHTC 60 %',
      units: 20,
      rent: 1090,
      bedrooms: 2,
      medianPercent: 60,
      fairMarket: false,
    },
  ],
  figures,
  prior: [],
  priorQuarter: null,
  sources: [source(1, 'PHA schedule', false), source(6, 'Utility company estimate', true)],
  authorities: [{ rentControllingAuthorityId: 3, name: 'Public housing authority', active: true }],
  expiryMonths: 12,
  effectiveDays: 90,
  ...more,
})
const createFiling = (more: Partial<QuarterFacts> = {}): QuarterFacts => ({
  ...inputs(),
  year: 2026,
  quarter: 3,
  files: [],
  ...more,
})
const findFaultFields = (payload: LineInput, more: Partial<QuarterFacts> = {}) =>
  getQuarterFaults({ lines: [payload] }, createFiling(more)).map((fault) => fault.field)

describe('UTA gross rent and limit (domain 18.4)', () => {
  test('with an allowance of 92 the rent may be up to 1,096, and with 118 a rent of 1,090 is 20 over the limit', () => {
    expect(computeGrossRents(line(), inputs())).toMatchObject([
      { gross: 1182, limit: 1188, over: 0, mostRent: 1096 },
    ])
    expect(computeGrossRents(line({ utilityAllowance: 118 }), inputs())).toMatchObject([
      { gross: 1208, over: 20, mostRent: 1070 },
    ])
  })

  test('a program without a limit has no overage, and without HUD’s figures the limit is unknown', () => {
    const market = { ...inputs().rents[0]!, medianPercent: null }
    expect(computeGrossRents(line(), inputs({ rents: [market] }))).toMatchObject([
      { limit: 'none', over: 0, mostRent: null },
    ])
    expect(computeGrossRents(line(), inputs({ figures: null }))).toMatchObject([
      { limit: null, over: 0, mostRent: null },
    ])
  })

  test('UTA-5: a gross rent over its limit requires a comment', () => {
    expect(findFaultFields(line({ utilityAllowance: 118 }))).toEqual(['lines.0.comments'])
    expect(
      findFaultFields(line({ utilityAllowance: 118, comments: 'Rent falls to 1,070 on 10/01.' })),
    ).toEqual([])
  })

  test('property: gross rent is rent plus allowance to the cent, and overage is the amount above the limit', () => {
    const cents = fc.integer({ min: 0, max: 500_000 })
    fc.assert(
      fc.property(cents, cents, (rent, allowance) => {
        const [gross] = computeGrossRents(
          line({ utilityAllowance: allowance / 100 }),
          inputs({ rents: [{ ...inputs().rents[0]!, rent: rent / 100 }] }),
        )
        expect(Math.round(gross!.gross! * 100)).toBe(rent + allowance)
        expect(Math.round(gross!.over * 100)).toBe(Math.max(0, rent + allowance - 118_800))
      }),
    )
  })
})

describe('UTA requirements of a quarter', () => {
  test('UTA-1, UTA-2: each unit type needs a line with amount, source, authority and effective day', () => {
    expect(getQuarterFaults({ lines: [] }, createFiling())).toEqual([
      { field: 'lines', message: 'Two bedrooms: enter its allowance.' },
    ])
    const blank = line({
      utilityAllowance: null,
      source: null,
      rentControllingAuthorityId: null,
      effectiveDate: null,
    })
    expect(findFaultFields(blank)).toEqual(
      ['utilityAllowance', 'source', 'rentControllingAuthorityId', 'effectiveDate'].map(
        (name) => `lines.0.${name}`,
      ),
    )
    expect(getQuarterFaults({ lines: [line(), line()] }, createFiling()).map((fault) => fault.field)).toEqual(
      ['lines.1.schedule'],
    )
    expect(getQuarterFaults({ lines: [line(), line({ schedule: 'Townhouses' })] }, createFiling())).toEqual(
      [],
    )
  })

  test('UTA-3: an allowance is 0 only if the owner pays all utilities, is not negative, and does not exceed the rent', () => {
    expect(findFaultFields(line({ utilityAllowance: 0 }))).toEqual(['lines.0.utilityAllowance'])
    expect(findFaultFields(line({ utilityAllowance: 0, tenantPays: [] }))).toEqual([])
    expect(findFaultFields(line({ tenantPays: [] }))).toEqual(['lines.0.tenantPays'])
    expect(findFaultFields(line({ utilityAllowance: -1 }))).toEqual(['lines.0.utilityAllowance'])
    expect(findFaultFields(line({ utilityAllowance: 1090.01, comments: 'x' }))).toEqual([
      'lines.0.utilityAllowance',
    ])
  })

  test('UTA-4: an allowance takes effect within 90 days after the quarter and was reviewed within 12 months of its end', () => {
    expect(findFaultFields(line({ effectiveDate: '2026-12-29' }))).toEqual([])
    expect(findFaultFields(line({ effectiveDate: '2026-12-30' }))).toEqual(['lines.0.effectiveDate'])
    expect(findFaultFields(line({ effectiveDate: '2025-10-01' }))).toEqual([])
    expect(findFaultFields(line({ effectiveDate: '2025-09-30' }))).toEqual(['lines.0.effectiveDate'])
  })

  test('domain 18.4: a changed line needs a document of its source unless the source is a PHA schedule', () => {
    const estimated = line({ source: 6 })
    expect(findFaultFields(estimated)).toEqual(['documents'])
    expect(findFaultFields(estimated, { files: [{ documentType: 'Utility company estimate' }] })).toEqual([])
    expect(findFaultFields(estimated, { prior: [estimated] })).toEqual([])
    expect(findFaultFields(line({ source: 6, utilityAllowance: 93 }), { prior: [estimated] })).toEqual([
      'documents',
    ])
    expect(getRequiredDocuments([computeRow(estimated, inputs())], inputs())).toEqual([
      'Utility company estimate',
    ])
  })

  test('a quarter can be filed as unchanged only if approved allowances exist and have not expired', () => {
    expect(getUnchangedFault(createFiling())).toBe('No allowances were approved before quarter 3 of 2026.')
    expect(getUnchangedFault(createFiling({ prior: [line()] }))).toBeNull()
    expect(getUnchangedFault(createFiling({ prior: [line({ effectiveDate: '2025-09-01' })] }))).toContain(
      'expired on 09/01/2026',
    )
    const [again] = copyPriorLines([line()])
    expect(again).not.toHaveProperty('utilityAllowanceLineId')
    expect(isUnchanged(computeRow(again!, inputs({ prior: [line()] })))).toBe(true)
    expect(computeRow(line({ utilityAllowance: 118 }), inputs({ prior: [line()] })).change).toBe(26)
  })
})

describe('quarters', () => {
  test('over ten years: each day is within its quarter, and the last quarter ends before that one starts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3652 }), (count) => {
        const day = new Date(Date.UTC(2020, 0, 1 + count)).toISOString().slice(0, 10)
        const quarter = getQuarter(day)
        expect(getQuarterStart(quarter) <= day && day <= getQuarterEnd(quarter)).toBe(true)
        expect(getQuarterEnd(getLastQuarter(day)) < getQuarterStart(quarter)).toBe(true)
      }),
    )
    expect([getLastQuarter('2026-11-24'), getLastQuarter('2026-01-01')].map(getQuarterName)).toEqual([
      'Quarter 3 of 2026',
      'Quarter 4 of 2025',
    ])
  })
})
