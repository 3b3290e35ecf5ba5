import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { computeGreatestGrossRent } from '#features/shared/grossRents/model/index.ts'
import { getVectors } from '#tests/vectors.ts'
import {
  computeCoverage,
  computePercentIncrease,
  computeRequiredRent,
  describeRequiredRent,
  getElderlyCap,
  getOutcome,
  getRentIncreaseCap,
  isWithinCap,
  type RentIncreaseRecord,
  RentIncreaseType,
  raiseRent,
  recommendPercent,
  rentIncreaseTypes,
  roundUpPercent,
} from './arithmetic.ts'
import { getRentIncreaseRow } from './rows.ts'

type Type = keyof typeof RentIncreaseType
const caps = { suggestedIncreasePercent: 7, maxRentIncreasePercent: 10 }

test('RI-01 the three types by their numbers', () => {
  expect(rentIncreaseTypes).toEqual({ 1: 'Auto', 2: 'Budget', 3: 'Elderly' })
})

test.each(getVectors<{ currentRents: number; requestedRents: number }, number | null>('RI-02'))(
  'RI-02 percent of $input',
  ({ input, expected }) => {
    expect(computePercentIncrease(input.currentRents, input.requestedRents)).toBe(expected)
  },
)

type CheckInput = { type: Type; isAdmin: boolean } & RentIncreaseRecord
test.each(
  getVectors<CheckInput, { percent: number; passes: boolean; roundedPercent: number | null }>('RI-03'),
)('RI-03 the check of $input', ({ input: { type, isAdmin, ...record }, expected }) => {
  const line = { current: record.currentRents, requested: record.requestedRents }
  expect(getOutcome(RentIncreaseType[type], [line], record, isAdmin)).toMatchObject(expected)
})

test('RI-04 a budget increase is checked against the maximum, which itself passes; RI-05 an administrator is exempt', () => {
  const record = { currentRents: 1000, requestedRents: 1101, percentIncrease: 10.1, ...caps }
  expect(isWithinCap(RentIncreaseType.Budget, record, false)).toBe(false)
  expect(isWithinCap(RentIncreaseType.Budget, { ...record, percentIncrease: 10 }, false)).toBe(true)
  expect(isWithinCap(RentIncreaseType.Auto, { ...record, percentIncrease: 40 }, true)).toBe(true)
  expect(isWithinCap(RentIncreaseType.Auto, { ...record, percentIncrease: null }, false)).toBe(false)
  expect([1, 2, 3].map((type) => getRentIncreaseCap(type, caps))).toEqual([7, 10, 7])
})

test.each(getVectors<number, number>('RI-06'))(
  'RI-06 $input rounds up to $expected',
  ({ input, expected }) => {
    expect(roundUpPercent(input)).toBe(expected)
  },
)

test.each(getVectors<{ currentRent: number; percent: number }, number>('RI-07'))(
  'RI-07 the rent of $input is $expected',
  ({ input, expected, ...how }) => {
    expect(raiseRent(input.currentRent, input.percent)).toEqual({ rent: expected, ...how })
  },
)

type FlowInput = { type: Type; lines: { current: number; requested: number }[] } & typeof caps
test.each(getVectors<FlowInput, { rents: number[] | null }>('RI-08'))(
  'RI-08 the flow of $input',
  ({ input, expected }) => {
    const { rents, ...outcome } = getOutcome(RentIncreaseType[input.type], input.lines, input)
    expect({ ...outcome, rents: rents?.map((rent) => rent.rent) ?? null }).toEqual(expected)
  },
)

test.each([
  [612, 631, 3.1046, 3.5, 633, 3.4314],
  [560, 577, 3.0357, 3.5, 579, 3.3929],
  [665, 690, 3.7594, 4, 691, 3.9098],
  [760, 790, 3.9474, 4, 790, 3.9474],
  [600, 621, 3.5, 3.5, 621, 3.5],
])(
  'domain 14.4: %d typed %d is %d percent, %d rounded: %d, %d',
  (current, requested, percent, rounded, rent, actual) => {
    const outcome = getOutcome(RentIncreaseType.Auto, [{ current, requested }], caps)
    expect(outcome).toMatchObject({
      percent,
      roundedPercent: rounded,
      rents: [{ rent, actualPercent: actual }],
    })
  },
)

test('domain 14.4: 3.5 percent on the sample property raises monthly rents to 32,892', () => {
  const units = [12, 24, 12]
  const rents = [560, 665, 760].map((rent) => raiseRent(rent, 3.5).rent)
  expect(rents).toEqual([579, 688, 786])
  const monthly = rents.reduce((sum, rent, index) => sum + rent * (units[index] ?? 0), 0)
  expect([monthly, computePercentIncrease(31_800, monthly)]).toEqual([32_892, 3.434])
})

test('domain 14.2 the cap of elderly properties, and 14.3 the highest gross rent, have the published values', () => {
  expect([2.3, 2.5, 0, 8.7].map((adjustment) => getElderlyCap(adjustment, 2))).toEqual([2, 3, 2, 9])
  const limits = [37_000, 42_240, 47_520, 52_800, 57_040, 61_280]
  expect(computeGreatestGrossRent(limits, 2)).toBe(1188)
  expect([0, 1, 3].map((bedrooms) => computeGreatestGrossRent(limits, bedrooms))).toEqual([925, 990, 1373])
  expect(computeGreatestGrossRent(limits, 5)).toBeNull()
})

test('domain 14.6 the rent that a cash flow needs, and the percent it recommends', () => {
  const flow = {
    operatingExpenses: 275_000,
    debtService: 75_600,
    targetCoverage: 1.2,
    reserveDeposits: 14_400,
    otherIncome: 9_200,
    vacancyPercent: 7,
  }
  expect(computeRequiredRent(flow)).toBe(398_839)
  expect(describeRequiredRent(flow)).toBe(
    '(operating expenses $275,000.00 + debt service $75,600.00 × 1.2 + reserve deposits $14,400.00 − other income $9,200.00) ÷ (100% − vacancy 7%)',
  )
  expect(computePercentIncrease(381_600, 398_839)).toBe(4.5176)
  expect(recommendPercent(381_600, 398_839, 10)).toBe(4.5)
  expect(recommendPercent(381_600, 398_839, 4)).toBe(4)
  const low = computeRequiredRent({ ...flow, operatingExpenses: 255_000 })
  expect([low, recommendPercent(381_600, low, 10)]).toEqual([377_333, 0])
})

test('RI-09 the record of the check has exactly its five fields', () => {
  type RecordField =
    | 'requestedRents'
    | 'currentRents'
    | 'percentIncrease'
    | 'suggestedIncreasePercent'
    | 'maxRentIncreasePercent'
  expectTypeOf<keyof RentIncreaseRecord>().toEqualTypeOf<RecordField>()
  const record = { requestedRents: 535, currentRents: 500, percentIncrease: 7, ...caps }
  expect(isWithinCap(RentIncreaseType.Auto, record, false)).toBe(true)
  expect(isWithinCap(RentIncreaseType.Auto, { ...record, percentIncrease: 7.0001 }, false)).toBe(false)
})

test('RI-10 the highest gross rent stored with a line does not affect the result', () => {
  const inputs = { unitTypes: [], rentTypes: [], figures: null, caps, capExempt: false, designations: null }
  const line = {
    projectRoomTypeRentId: 1,
    currentRent: 600,
    requestedRent: 621,
    utilityAllowance: 92,
    units: 4,
  }
  const { line: _, ...withMedian } = getRentIncreaseRow(1, { ...line, medianMaxRent: 1 }, inputs)
  const { line: __, ...withoutMedian } = getRentIncreaseRow(1, { ...line, medianMaxRent: null }, inputs)
  expect(withMedian).toEqual(withoutMedian)
  expect(withMedian).toMatchObject({ newRent: 621, passes: true })
})

describe('for any rent', () => {
  const cents = fc.integer({ min: 100, max: 1_000_000 })
  const dollars = cents.map((amount) => amount / 100)
  const anyHalfPercent = fc.integer({ min: -40, max: 40 }).map((steps) => steps / 2)

  test('RI-07 the rent is the highest whole dollar within the percent', () => {
    fc.assert(
      fc.property(dollars, anyHalfPercent, (current, percent) => {
        const { rent, actualPercent, firstRoundedUp } = raiseRent(current, percent)
        expect(Number.isInteger(rent) && rent <= firstRoundedUp).toBe(true)
        expect(actualPercent).toBeLessThanOrEqual(percent)
        expect(computePercentIncrease(current, rent + 1)).toBeGreaterThan(percent)
      }),
    )
  })

  test('RI-06 the rounded percent is the next half point, and never exceeds a cap that is a half point', () => {
    fc.assert(
      fc.property(dollars, dollars, anyHalfPercent, (current, requested, cap) => {
        const percent = computePercentIncrease(current, requested)!
        const rounded = roundUpPercent(percent)
        expect(Number.isInteger(rounded * 2)).toBe(true)
        expect(rounded - percent).toBeGreaterThanOrEqual(0)
        expect(rounded - percent).toBeLessThan(0.5)
        if (percent <= cap) expect(rounded).toBeLessThanOrEqual(cap)
      }),
    )
  })

  test('requesting the resulting rent again gives the same rent', () => {
    fc.assert(
      fc.property(dollars, fc.integer({ min: 1, max: 12_000 }), (current, requested) => {
        const once = getOutcome(RentIncreaseType.Auto, [{ current, requested }], caps, true).rents![0]!.rent
        const again = getOutcome(RentIncreaseType.Auto, [{ current, requested: once }], caps, true).rents![0]!
          .rent
        expect(again).toBeGreaterThanOrEqual(once)
        expect(raiseRent(current, roundUpPercent(computePercentIncrease(current, once)!)).rent).toBe(again)
      }),
    )
  })
})

test('domain 14.6: the required rent reaches the target coverage', () => {
  const costs = {
    operatingExpenses: 243_930,
    debtService: 75_600,
    reserveDeposits: 14_400,
    otherIncome: 9_200,
  }
  const flow = { ...costs, vacancyPercent: 6.393, targetCoverage: 1.2 }
  expect(computeCoverage(396_024, flow)?.toFixed(2)).toBe('1.61')
  expect(computeCoverage(computeRequiredRent(flow), flow)).toBeCloseTo(1.2, 4)
  expect(computeCoverage(396_024, { ...flow, debtService: 0 })).toBeNull()
})
