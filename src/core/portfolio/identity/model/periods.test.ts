import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeCreditPeriods } from './periods.ts'

test('credits of 2009 are in compliance to the end of 2023 and in extended use to the end of 2038 (domain 2.3)', () => {
  expect(computeCreditPeriods({ firstCreditYear: 2009, extendedUseYears: 30 })).toEqual({
    complianceEnds: '2023-12-31',
    extendedUseEnds: '2038-12-31',
  })
  expect(computeCreditPeriods({ firstCreditYear: null, extendedUseYears: 30 })).toEqual({
    complianceEnds: null,
    extendedUseEnds: null,
  })
})

test('extended use never ends before compliance, and both end on December 31', () => {
  const allocation = fc.record({
    firstCreditYear: fc.integer({ min: 1986, max: 2200 }),
    extendedUseYears: fc.integer({ min: 15, max: 99 }),
  })
  fc.assert(
    fc.property(allocation, (creditAllocation) => {
      const { complianceEnds, extendedUseEnds } = computeCreditPeriods(creditAllocation)
      expect(complianceEnds).toMatch(/-12-31$/)
      expect(extendedUseEnds! >= complianceEnds!).toBe(true)
      expect(Number(extendedUseEnds!.slice(0, 4)) - creditAllocation.firstCreditYear + 1).toBe(
        creditAllocation.extendedUseYears,
      )
    }),
  )
})
