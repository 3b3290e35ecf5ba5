import { describe, expect, test } from 'vitest'
import { getPropertyFaults, getRoomTypeFaults, getUnitWarnings, isTaxCreditOnly } from './rules.ts'
import { decontrolFlow, getStepBetween, statusFlow } from './status.ts'

describe('dates', () => {
  test.each([
    [null, null],
    ['2008-11-20', null],
    [null, '2038-12-31'],
    ['2008-11-20', '2038-12-31'],
    ['2008-11-20', '2008-11-20'],
  ])(
    'placed in service %s and extended use until %s are accepted together',
    (serviceDate, extendedUseDate) => {
      expect(getPropertyFaults({ serviceDate, extendedUseDate })).toEqual([])
    },
  )

  test('an extended use that ends before the placed-in-service date is refused, and the message names both dates', () => {
    const [fault, ...more] = getPropertyFaults({ serviceDate: '2008-11-20', extendedUseDate: '2008-11-19' })
    expect(more).toEqual([])
    expect(fault?.field).toBe('extendedUseDate')
    expect(fault?.message).toContain('11/19/2008')
    expect(fault?.message).toContain('11/20/2008')
  })
})

describe('units', () => {
  test('there is no warning without unit types or if they add up to the total', () => {
    expect(getUnitWarnings({ totalUnits: 48, lowIncomeUnits: 48 }, null)).toEqual([])
    expect(getUnitWarnings({ totalUnits: 48, lowIncomeUnits: null }, 48)).toEqual([])
  })

  test('a different total of unit types and too many low-income units each give a warning', () => {
    const warnings = getUnitWarnings({ totalUnits: 48, lowIncomeUnits: 49 }, 0)
    expect(warnings.map((warning) => warning.field)).toEqual(['totalUnits', 'lowIncomeUnits'])
    expect(warnings[0]?.message).toBe('Total units is 48, but the unit types add up to 0.')
  })

  test('more special-needs or vacant units than units of the type are refused', () => {
    expect(getRoomTypeFaults({ count: 4, specialNeedsCount: 4, vacantCount: 4 })).toEqual([])
    expect(
      getRoomTypeFaults({ count: 4, specialNeedsCount: 5, vacantCount: null }).map((fault) => fault.field),
    ).toEqual(['specialNeedsCount'])
    expect(
      getRoomTypeFaults({ count: 4, specialNeedsCount: 0, vacantCount: 5 }).map((fault) => fault.field),
    ).toEqual(['vacantCount'])
  })
})

test.each([
  [[], false],
  [['LIHTC 9%'], true],
  [['LIHTC 9%', 'State LIHTC', 'LIHTC, rate not recorded'], true],
  [['LIHTC 4%', 'HOME'], false],
  [['Tax Credit Exchange (TCEP)'], false],
])('%j: tax credits only is %s', (names, only) => {
  expect(isTaxCreditOnly(names)).toBe(only)
})

describe('steps', () => {
  test.each([statusFlow, decontrolFlow])(
    '$title: there is at most one step between two statuses',
    ({ steps, statuses }) => {
      for (const from of statuses) {
        const targets = Object.values(steps).filter((step) => step.from.includes(from) && step.to !== null)
        expect(new Set(targets.map((step) => step.to)).size).toBe(targets.length)
        expect(targets.map((step) => step.to)).not.toContain(from)
      }
    },
  )

  test('ST-24 a change that no regular step makes is an administrator’s forced change', () => {
    expect(getStepBetween(3, 4)).toBe('commit')
    expect(getStepBetween(0, 3)).toBe('adminChange')
    expect(getStepBetween(6, 0)).toBe('adminChange')
  })
})
