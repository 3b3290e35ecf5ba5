import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SentNeeds } from './entities.ts'
import {
  type Content,
  computeHousingPriorityTotals,
  getFulfillment,
  type Known,
  submitFaults,
} from './rules.ts'

const line = (
  population: SentNeeds['population'],
  committed: number,
  filled: number,
  byReferral = filled,
) => ({
  population,
  committed,
  filled,
  byReferral,
})
const content = (more: Partial<Content> = {}): Content => ({
  committedUnits: 5,
  vacantUnits: 0,
  heldUnits: 0,
  lraName: 'Invented Referrals',
  lraAgreementEnds: '2027-06-30',
  lraClosedOn: null,
  services: 'Case management',
  outreach: 'Monthly',
  explanation: null,
  certified: true,
  ownerSignedBy: 'Invented Owner',
  ownerSignedOn: '2026-01-20',
  lraSignedBy: 'Invented Agent',
  lraSignedOn: '2026-01-21',
  specialNeeds: [line('Veterans', 3, 3), line('Homeless', 2, 2)],
  ...more,
})
const filing: Known = { year: 2025, today: '2026-01-25', units: 48, replaceDays: 60 }
const fields = (more: Partial<Content> = {}, also: Partial<Known> = {}) =>
  submitFaults(content(more), { ...filing, ...also }).map((fault) => fault.field)

describe('HPC how far a commitment is kept (domain 23)', () => {
  test('4 of 5 units are 80 percent, one is unmet', () => {
    expect(getFulfillment(5, 4)).toEqual({ percent: 80, unmet: 1 })
    expect([getFulfillment(0, 0), getFulfillment(3, 1), getFulfillment(48, 48)]).toEqual([
      { percent: 100, unmet: 0 },
      { percent: 33.3, unmet: 2 },
      { percent: 100, unmet: 0 },
    ])
  })

  test('property: what is filled and what is unmet are what is committed, as long as no more is filled', () => {
    const units = fc.integer({ min: 0, max: 500 })
    fc.assert(
      fc.property(units, units, (committed, filled) => {
        const { percent, unmet } = getFulfillment(committed, filled)
        expect(unmet + Math.min(committed, filled)).toBe(committed)
        expect(percent >= 0 && percent <= 100).toBe(true)
        expect(percent === 100).toBe(unmet === 0)
      }),
    )
  })
})

describe('HPC what a certification needs', () => {
  test('in order, and with everything missing told at once', () => {
    expect(fields()).toEqual([])
    expect(computeHousingPriorityTotals(content().specialNeeds)).toEqual({
      committed: 5,
      filled: 5,
      byReferral: 5,
    })
    const none = {
      lraName: '',
      services: null,
      outreach: ' ',
      ownerSignedBy: null,
      lraSignedOn: null,
      certified: false,
    }
    expect(fields(none)).toEqual([
      'lraName',
      'services',
      'outreach',
      'ownerSignedBy',
      'lraSignedOn',
      'certified',
    ])
  })

  test('HPC-1: no more is committed than the property has, at 100 percent just so many', () => {
    const all = { committedUnits: 48, specialNeeds: [line('Veterans', 48, 48)] }
    expect(fields(all)).toEqual([])
    expect(fields(all, { units: 47 })).toEqual(['committedUnits'])
    expect(fields({ vacantUnits: 1 })).toEqual(['vacantUnits'])
    expect(fields({ heldUnits: 1 })).toEqual(['heldUnits'])
  })

  test('HPC-2: fewer filled than committed asks why', () => {
    const four = { vacantUnits: 1, specialNeeds: [line('Veterans', 3, 2), line('Homeless', 2, 2)] }
    expect(fields(four)).toEqual(['explanation'])
    expect(fields({ ...four, explanation: 'One is held for a referral.' })).toEqual([])
  })

  test('HPC-3: populations come to what is committed; no more households than units, no more referrals than households', () => {
    expect(fields({ specialNeeds: [line('Veterans', 3, 3)], explanation: 'x' })).toEqual(['specialNeeds'])
    expect(fields({ specialNeeds: [line('Veterans', 3, 4), line('Homeless', 2, 1)] })).toEqual([
      'specialNeeds.0.filled',
    ])
    expect(fields({ specialNeeds: [line('Veterans', 3, 3, 4), line('Homeless', 2, 2)] })).toEqual([
      'specialNeeds.0.byReferral',
    ])
    expect(fields({ specialNeeds: [line('Veterans', 3, 3), line('Veterans', 2, 2)] })).toEqual([
      'specialNeeds.1.population',
    ])
  })

  test('HPC-4: an agreement that runs; an agency that closed is replaced within 60 days', () => {
    expect(fields({ lraAgreementEnds: null })).toEqual(['lraAgreementEnds'])
    expect(fields({ lraAgreementEnds: '2026-01-24' })).toEqual(['lraAgreementEnds'])
    expect(fields({ lraClosedOn: '2025-11-26' })).toEqual([])
    expect(fields({ lraClosedOn: '2025-11-25' })).toEqual(['lraClosedOn'])
  })
})
