import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getObligations, getStations, getStepFaults, type ReleaseFacts, type Schedule } from './rules.ts'

const terms = { ownerDays: 10, tenantDays: 90, tailYears: 3, formDays: 45 }
const facts: ReleaseFacts = { today: '2026-11-23', taxCredit: true, reserves: 0, outstanding: 0 }
const schedule: Schedule = {
  reason: 'Qualified contract',
  requestedOn: '2026-01-05',
  effectiveOn: '2026-11-20',
  ownerNotifiedOn: '2026-01-10',
  tenantsNotifiedOn: '2026-08-01',
  releaseRecordedOn: '2026-11-20',
  form8823On: null,
  tailEndsOn: '2029-11-20',
  reserveDisposition: null,
  leftOpen: null,
}
const getFields = (step: string, change: Partial<Schedule>, more: Partial<ReleaseFacts> = {}) =>
  getStepFaults(step, { ...schedule, ...change }, { ...facts, ...more }).map((fault) => fault.field)

describe('DEC a release from control (domain 2.5)', () => {
  test('DEC-1, DEC-2: each step names the fields it still needs, and none for a complete schedule', () => {
    expect(['submit', 'review', 'approve'].flatMap((step) => getFields(step, {}))).toEqual([])
    expect(getFields('submit', { reason: null, ownerNotifiedOn: null })).toEqual([
      'reason',
      'ownerNotifiedOn',
    ])
    expect(getFields('submit', { effectiveOn: '2025-12-31' })).toEqual(['effectiveOn'])
    expect(getFields('review', { tenantsNotifiedOn: null }, { reserves: 500 })).toEqual([
      'tenantsNotifiedOn',
      'reserveDisposition',
    ])
    expect(getFields('approve', { releaseRecordedOn: null, tailEndsOn: null })).toEqual([
      'releaseRecordedOn',
      'tailEndsOn',
    ])
    expect(getFields('approve', { reason: 'Prepayment', tailEndsOn: null })).toEqual([])
    expect(getFields('approve', { effectiveOn: '2026-11-24', tailEndsOn: '2029-11-24' })).toEqual([
      'effectiveOn',
    ])
    expect(getFields('approve', {}, { outstanding: 2 })).toEqual(['leftOpen'])
    expect(getFields('approve', { leftOpen: 'The lender took it over.' }, { outstanding: 2 })).toEqual([])
  })

  test('a step is never possible while an earlier step has faults', () => {
    const day = fc.option(fc.constantFrom('2026-01-05', '2026-08-01', '2026-11-20', '2027-01-01'), {
      nil: null,
    })
    const text = fc.option(fc.constant('Said'), { nil: null })
    const any = fc.record({
      requestedOn: day,
      effectiveOn: day,
      ownerNotifiedOn: day,
      tenantsNotifiedOn: day,
      releaseRecordedOn: day,
      form8823On: day,
      tailEndsOn: day,
      reserveDisposition: text,
      leftOpen: text,
      reason: fc.constantFrom(null, 'Foreclosure' as const, 'Other' as const),
    })
    fc.assert(
      fc.property(any, fc.nat(2), fc.nat(1000), (anySchedule, outstanding, reserves) => {
        const open = (step: string) =>
          getStepFaults(step, anySchedule, { ...facts, outstanding, reserves }).length === 0
        return (!open('approve') || open('review')) && (!open('review') || open('submit'))
      }),
    )
  })

  test('tenants are notified 90 days before, Form 8823 is due 45 days after, protection lasts 3 years', () => {
    const stations = getStations({ ...schedule, tailEndsOn: null }, facts, terms, null)
    expect(stations.map((station) => [station.name, station.due])).toEqual([
      ['Requested', null],
      ['Owner and company notified', '2026-01-15'],
      ['Tenants notified', '2026-08-22'],
      ['Release recorded', '2026-11-20'],
      ['Released', '2026-11-20'],
      ['Final Form 8823', '2027-01-04'],
      ['Protection of tenants ends', '2029-11-20'],
    ])
    expect(
      getStations({ ...schedule, reason: 'Other' }, { ...facts, taxCredit: false }, terms, null),
    ).toHaveLength(5)
    expect(getObligations(schedule, facts, terms)[0]).toContain('Until 11/20/2029')
  })
})
