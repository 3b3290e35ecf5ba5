import { expect, test } from 'vitest'
import { type ChecklistItem, checklistItems } from './entities.ts'
import { describeContradiction, findBlockers, findContradictions } from './reviewRules.ts'
import { computeRentIncreaseTotals, getRentIncreaseRow, type Inputs, useFiledRent } from './rows.ts'
import { type Content, checkNotice, type Facts, formatPercentOverCap, RENT_ROLL } from './rules.ts'

const facts = { today: '2026-11-10', rules: { monthsBetween: 12, noticeDays: 30, rollDays: 60 }, files: [] }
const findNoticeDayFaults = (content: Partial<Content>) =>
  checkNotice(
    { tenantsNotified: true, rentEffectiveDate: '2027-01-01', ...content } as Content,
    facts as never as Facts,
  )
    .filter((fault) => fault.field === 'tenantsNotifiedOn')
    .map((fault) => fault.message)

test('RIN-4, domain 41: a text that is not a day is reported, not computed with', () => {
  for (const odd of ['1.11.2026', 'Nov 1', '02/30/2026', '1', '00/00/0000'])
    expect([
      findNoticeDayFaults({ tenantsNotifiedOn: odd }),
      findNoticeDayFaults({ tenantsNotifiedOn: '2026-12-01', rentEffectiveDate: odd }),
    ]).toEqual([['Enter the day on which the notice was given.'], ['This day is still to come.']])
  expect(findNoticeDayFaults({ tenantsNotifiedOn: '2026-11-01', rentEffectiveDate: '1.1.2027' })).toEqual([])
  expect(findNoticeDayFaults({ tenantsNotifiedOn: '11/01/2026' })).toEqual([])
})

test('RI-05, RI-08: a filed request shows the submitted and then the approved rents, even to readers whom caps limit', () => {
  const caps = { suggestedIncreasePercent: 7, maxRentIncreasePercent: 10 }
  const inputs: Inputs = {
    unitTypes: [],
    rentTypes: [],
    figures: null,
    caps,
    capExempt: false,
    designations: null,
  }
  const line = {
    projectRoomTypeRentId: 1,
    units: 10,
    currentRent: 600,
    requestedRent: 700,
    adjustedRent: 702,
  }
  const computeNewTotal = (statusId: number, approvedRent: number | null) =>
    computeRentIncreaseTotals([
      useFiledRent(getRentIncreaseRow(1, { ...line, approvedRent }, inputs), statusId),
    ]).becoming
  expect([computeNewTotal(2, null), computeNewTotal(4, 690), computeNewTotal(5, 690)]).toEqual([
    7020, 7020, 6900,
  ])
})

test('a row over its cap names its percent in few decimals, and leaves no difference to rounding', () => {
  const inputs: Inputs = {
    unitTypes: [],
    rentTypes: [],
    figures: null,
    caps: { suggestedIncreasePercent: 7, maxRentIncreasePercent: 10 },
    capExempt: false,
    designations: null,
  }
  const computeRounding = (requestedRents: readonly number[]) =>
    computeRentIncreaseTotals(
      requestedRents.map((requestedRent, index) => {
        const line = { projectRoomTypeRentId: index + 1, units: 10, currentRent: 600, requestedRent }
        return getRentIncreaseRow(1, line, inputs)
      }),
    ).byRounding
  expect(computeRounding([612, 600])).toBe(0)
  expect(computeRounding([612, 2700])).toBeNull()
  expect(formatPercentOverCap(349.9227, 7)).toBe('349.92%')
  expect(formatPercentOverCap(7.0004, 7)).toBe('7.0004%')
})

test('domain 14.2: a missing prerequisite blocks an approval, but a submitted budget is enough if the increase is not based on it', () => {
  const unanswered = Object.fromEntries(checklistItems.map((tick) => [tick, null])) as Record<
    ChecklistItem,
    null
  >
  const getFacts = (tick: 'budgetApproved' | 'r4rBalanceTooLow', value: boolean, enough = false) => [
    { tick, value, fact: 'As known.', source: 'Portal', enough },
  ]
  const getBlockedFields = (more: object) =>
    findBlockers({ ...unanswered, rentIncreaseTypeId: 1, known: [], ...more }).map((blocker) => blocker.field)
  expect(getBlockedFields({})).toEqual([])
  expect(getBlockedFields({ known: getFacts('budgetApproved', false) })).toEqual(['budgetApproved'])
  expect(getBlockedFields({ known: getFacts('budgetApproved', false, true) })).toEqual([])
  expect(getBlockedFields({ known: getFacts('budgetApproved', false, true), rentIncreaseTypeId: 2 })).toEqual(
    ['budgetApproved'],
  )
  expect(getBlockedFields({ known: getFacts('budgetApproved', false, true), budgetApproved: false })).toEqual(
    ['budgetApproved'],
  )
  expect(getBlockedFields({ known: getFacts('budgetApproved', false), budgetApproved: true })).toEqual([])
  // A low reserve is left to the reviewer's judgment.
  expect(getBlockedFields({ known: getFacts('r4rBalanceTooLow', true) })).toEqual([])
  expect(getBlockedFields({ findingsInNonComplianceLog: true })).toEqual(['findingsInNonComplianceLog'])
})

test('domain 48.5: a rent roll attached at 9:30 pm counts for that day in the agency’s time zone', () => {
  const findFaults = (createdAt: string) =>
    checkNotice(
      { tenantsNotified: true, tenantsNotifiedOn: '2026-11-01', rentEffectiveDate: '2027-01-01' } as Content,
      { ...facts, files: [{ documentType: RENT_ROLL, createdAt }] } as never as Facts,
    ).map(({ message }) => message)
  const old = `${RENT_ROLL}: attach one that is no older than 60 days.`
  expect(findFaults('2026-09-11T02:30:00Z')).toContain(old)
  expect(findFaults('2026-09-11T15:00:00Z')).not.toContain(old)
})

test("an answer against the portal is reported with the portal's fact", () => {
  const answers = Object.fromEntries(checklistItems.map((tick) => [tick, null])) as Record<
    ChecklistItem,
    boolean | null
  >
  const tickFacts = [
    { tick: 'budgetApproved', value: false, fact: 'No 2027 budget was begun.', source: 'Budgets' },
    { tick: 'afsReviewed', value: true, fact: 'AFS-3 is reviewed.', source: 'Statements' },
  ] as const
  expect(findContradictions({ ...answers, known: tickFacts })).toEqual([])
  const against = findContradictions({
    ...answers,
    budgetApproved: true,
    afsReviewed: true,
    known: tickFacts,
  })
  expect(against.map(describeContradiction)).toEqual([
    'Budget approved: Yes. The portal: no. No 2027 budget was begun.',
  ])
})
