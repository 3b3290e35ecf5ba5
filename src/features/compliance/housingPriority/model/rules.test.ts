import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PopulationInput } from './entities.ts'
import {
  type CertificationContent,
  type CertificationFacts,
  computePopulationTotals,
  getCertificationFaults,
  getFulfillment,
} from './rules.ts'

const line = (
  population: PopulationInput['population'],
  committed: number,
  filled: number,
  byReferral = filled,
) => ({
  population,
  committed,
  filled,
  byReferral,
})
const content = (more: Partial<CertificationContent> = {}): CertificationContent => ({
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
const filing: CertificationFacts = { year: 2025, today: '2026-01-25', units: 48, replaceDays: 60 }
const findFaultFields = (more: Partial<CertificationContent> = {}, also: Partial<CertificationFacts> = {}) =>
  getCertificationFaults(content(more), { ...filing, ...also }).map((fault) => fault.field)

describe('HPC the fulfillment of a commitment (domain 23)', () => {
  test('4 of 5 units are 80 percent, one is unmet', () => {
    expect(getFulfillment(5, 4)).toEqual({ percent: 80, unmet: 1 })
    expect([getFulfillment(0, 0), getFulfillment(3, 1), getFulfillment(48, 48)]).toEqual([
      { percent: 100, unmet: 0 },
      { percent: 33.3, unmet: 2 },
      { percent: 100, unmet: 0 },
    ])
  })

  test('property: filled and unmet units add up to the committed units, unless more are filled', () => {
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

describe('HPC requirements of a certification', () => {
  test('a complete certification has no faults, and all missing fields are reported at once', () => {
    expect(findFaultFields()).toEqual([])
    expect(computePopulationTotals(content().specialNeeds)).toEqual({
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
    expect(findFaultFields(none)).toEqual([
      'lraName',
      'services',
      'outreach',
      'ownerSignedBy',
      'lraSignedOn',
      'certified',
    ])
  })

  test('HPC-1: committed units do not exceed the units of the property, nor vacant and reserved units the committed ones', () => {
    const all = { committedUnits: 48, specialNeeds: [line('Veterans', 48, 48)] }
    expect(findFaultFields(all)).toEqual([])
    expect(findFaultFields(all, { units: 47 })).toEqual(['committedUnits'])
    expect(findFaultFields({ vacantUnits: 1 })).toEqual(['vacantUnits'])
    expect(findFaultFields({ heldUnits: 1 })).toEqual(['heldUnits'])
  })

  test('HPC-2: fewer filled than committed units require an explanation', () => {
    const four = { vacantUnits: 1, specialNeeds: [line('Veterans', 3, 2), line('Homeless', 2, 2)] }
    expect(findFaultFields(four)).toEqual(['explanation'])
    expect(findFaultFields({ ...four, explanation: 'One is held for a referral.' })).toEqual([])
  })

  test('HPC-3: populations add up to the committed units and occur once, with valid numbers of households and referrals', () => {
    expect(findFaultFields({ specialNeeds: [line('Veterans', 3, 3)], explanation: 'x' })).toEqual([
      'specialNeeds',
    ])
    expect(findFaultFields({ specialNeeds: [line('Veterans', 3, 4), line('Homeless', 2, 1)] })).toEqual([
      'specialNeeds.0.filled',
    ])
    expect(findFaultFields({ specialNeeds: [line('Veterans', 3, 3, 4), line('Homeless', 2, 2)] })).toEqual([
      'specialNeeds.0.byReferral',
    ])
    expect(findFaultFields({ specialNeeds: [line('Veterans', 3, 3), line('Veterans', 2, 2)] })).toEqual([
      'specialNeeds.1.population',
    ])
  })

  test('HPC-4: the agreement must be current, and an agency that closed must be replaced within 60 days', () => {
    expect(findFaultFields({ lraAgreementEnds: null })).toEqual(['lraAgreementEnds'])
    expect(findFaultFields({ lraAgreementEnds: '2026-01-24' })).toEqual(['lraAgreementEnds'])
    expect(findFaultFields({ lraClosedOn: '2025-11-26' })).toEqual([])
    expect(findFaultFields({ lraClosedOn: '2025-11-25' })).toEqual(['lraClosedOn'])
  })
})
