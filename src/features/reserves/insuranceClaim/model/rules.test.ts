import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromCents } from '#kernel/model/money.ts'
import { getInsuranceClaimBalance } from './balance.ts'
import { getApprovalFaults, getRequestWarnings } from './requestRules.ts'
import {
  CHECKS_TARGET,
  type ClaimContent,
  getCheckFaults,
  getClaimFaults,
  getClaimWarnings,
  getClosingReasons,
  getUnsettledReasons,
} from './rules.ts'
import { getInsuranceClaimTimeline } from './timeline.ts'

const claim: ClaimContent = {
  dateOfLoss: '2026-11-14',
  insuranceClaimTypeOfLossId: 2,
  otherTypeOfLoss: null,
  description: 'Hail',
  insuranceProvider: 'Prairie Mutual',
  policyFrom: '2026-01-01',
  policyUntil: '2026-12-31',
  unitsUninhabitable: 0,
  totalAmountClaimed: 86_400,
  deductible: 5_000,
  replacementCost: 90_000,
  actualCashValue: 86_400,
  sameLossComment: null,
  items: [{ items: 'Roof', unitsAffected: 'Building 1' }],
}
const facts = {
  today: '2026-11-16',
  units: 48,
  types: [
    { insuranceClaimTypeOfLossId: 2, name: 'Wind or hail' },
    { insuranceClaimTypeOfLossId: 9, name: 'Other' },
  ],
  others: [],
}
const findFaults = (
  changed: Partial<ClaimContent>,
  more: Partial<Parameters<typeof getClaimFaults>[1]> = {},
) =>
  Object.fromEntries(
    getClaimFaults({ ...claim, ...changed }, { ...facts, ...more }).map(({ field, message }) => [
      field,
      message,
    ]),
  )

test('domain 16.3: 81,400 received in two checks, 46,250 paid, 35,150 held', () => {
  const sums = { received: 50_000 + 31_400, forwarded: 0, approved: 46_250, paid: 46_250 }
  expect(getInsuranceClaimBalance(sums)).toEqual({ ...sums, held: 35_150, unpaid: 0, available: 35_150 })
})

test('the balance is exact to the cent for any sums: the amount on hand is unpaid plus available', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000_000 })
  fc.assert(
    fc.property(cents, cents, cents, cents, (received, forwarded, approved, paid) => {
      const balance = getInsuranceClaimBalance({
        received: fromCents(received),
        forwarded: fromCents(forwarded),
        approved: fromCents(approved),
        paid: fromCents(paid),
      })
      expect(balance).toMatchObject({
        held: fromCents(received - forwarded - paid),
        unpaid: fromCents(approved - paid),
        available: fromCents(received - forwarded - approved),
      })
    }),
  )
})

describe('faults that keep a claim from being submitted', () => {
  test('VAL-01: all missing fields are reported at once, each by its name', () => {
    expect(findFaults({})).toEqual({})
    const blank = {
      dateOfLoss: null,
      insuranceClaimTypeOfLossId: null,
      description: ' ',
      insuranceProvider: null,
    }
    expect(Object.keys(findFaults({ ...blank, totalAmountClaimed: null, items: [] }))).toEqual([
      'dateOfLoss',
      'insuranceClaimTypeOfLossId',
      'description',
      'insuranceProvider',
      'totalAmountClaimed',
      'items',
    ])
  })

  test('domain 16: each bad value is reported at its own field', () => {
    expect(
      findFaults({
        dateOfLoss: '2026-11-17',
        insuranceClaimTypeOfLossId: 9,
        policyFrom: '2026-05-01',
        policyUntil: '2026-04-30',
        unitsUninhabitable: 49,
        totalAmountClaimed: 0,
        deductible: -1,
        replacementCost: 100,
        actualCashValue: 100.01,
        items: [{ items: null, unitsAffected: '101' }],
      }),
    ).toEqual({
      dateOfLoss: 'The day of the loss is in the future.',
      otherTypeOfLoss: '*Field is required',
      policyUntil: 'The policy year ends before it begins.',
      unitsUninhabitable: 'The property has 48 units.',
      totalAmountClaimed: 'Enter an amount above zero.',
      deductible: 'Enter an amount of zero or more.',
      actualCashValue: 'The actual cash value is above the replacement cost.',
      items: 'List at least one thing that was damaged.',
      'items.0.items': '*Field is required',
    })
  })

  test('domain 41: a second claim for the same loss needs a comment that says why', () => {
    const other = {
      insuranceClaimId: 3,
      requestNumber: 'IC-3',
      dateOfLoss: '2026-11-14',
      insuranceClaimTypeOfLossId: 2,
    }
    expect(findFaults({}, { others: [other] }).sameLossComment).toContain('IC-3')
    expect(findFaults({ sameLossComment: 'Another building' }, { others: [other] })).toEqual({})
    expect(findFaults({}, { others: [{ ...other, dateOfLoss: '2026-11-13' }] })).toEqual({})
  })
})

test('late notice, a loss outside the policy year and a high deductible each give a warning', () => {
  const late = { noticeLate: true, notifyHours: 24 }
  expect(getClaimWarnings({ ...claim, policyUntil: '2026-11-13', deductible: 86_400 }, late)).toEqual([
    'Late notice: the agency must be notified of a loss within 24 hours.',
    'The loss is outside the policy year.',
    'The deductible is no less than the amount claimed: no payment of the insurer is to be expected.',
  ])
  expect(getClaimWarnings(claim, { ...late, noticeLate: false })).toEqual([])
})

test('domain 16.3, 41: a request above the balance gives a warning, and its approval is refused', () => {
  const money = {
    requestNumber: 'IC-1',
    open: true,
    dateOfLoss: null,
    available: 35_150,
    approvedElsewhere: 46_250,
  }
  const free = { ...money, approvedAmount: null }
  expect(getRequestWarnings(35_150.01, free)).toHaveLength(1)
  expect([getRequestWarnings(35_150, free), getApprovalFaults(35_150, free)]).toEqual([[], []])
  expect(getApprovalFaults(35_150.01, free)[0]?.message).toContain('holds $35,150.00')
  expect(getApprovalFaults(30_000, { ...money, approvedAmount: 76_249.99 })[0]?.message).toContain(
    '$76,250.00 would be',
  )
})

const request = { statusId: 5, statusLabel: 'Approved', approved: 3_750 }
const check = { number: '77', amountReceived: 81_400, receivedOn: '2026-11-20' }
const claimState = {
  balance: getInsuranceClaimBalance({ received: 81_400, forwarded: 0, approved: 81_400, paid: 81_400 }),
  checks: [check],
  requests: [],
  needsInspection: true,
  inspectorVisit: true,
  picturesReceived: true,
  dateMemoRelease: '2026-12-01',
}

test('a claim closes once it is paid out and inspected; each open reason links to its remedy', () => {
  expect(getClosingReasons(claimState)).toEqual([])
  const open = {
    ...claimState,
    balance: getInsuranceClaimBalance({ received: 81_400, forwarded: 0, approved: 50_000, paid: 46_250 }),
    checks: [check, { ...check, number: '78', receivedOn: null }],
    requests: [
      { ...request, requestNumber: 'IR-3', path: '/r/3', approved: 46_250, payments: [{ amount: 46_250 }] },
      { ...request, requestNumber: 'IR-4', path: '/r/4', payments: [] },
      {
        ...request,
        requestNumber: 'IR-5',
        path: '/r/5',
        statusId: 3,
        statusLabel: 'Under Review',
        payments: [],
      },
    ],
    inspectorVisit: false,
    picturesReceived: false,
    dateMemoRelease: null,
  }
  expect(getClosingReasons(open).map(({ field, to }) => [field, to])).toEqual([
    ['', '/r/5'],
    ['', CHECKS_TARGET],
    ['', '/r/4'],
    ['', CHECKS_TARGET],
    ['inspectorVisit', null],
    ['picturesReceived', null],
    ['dateMemoRelease', null],
  ])
  expect(getClosingReasons(open).map(({ message: say }) => say)).toContainEqual(
    expect.stringContaining('still holds $35,150.00'),
  )
  expect(getUnsettledReasons({ ...claimState, inspectorVisit: false })).toEqual([])
})

test('the days of a check begin with the loss, follow in order, and only a received check is sent on', () => {
  const faults = (changed: object) =>
    getCheckFaults(
      {
        number: '77',
        provider: 'Prairie Mutual',
        amountReceived: 1,
        checkToProduct: true,
        notificationDate: null,
        receivedOn: '2026-11-15',
        forwardedOn: null,
        ...changed,
      },
      { today: '2026-11-16', dateOfLoss: '2026-11-14' },
    ).map(({ field }) => field)
  expect(faults({})).toEqual([])
  expect(faults({ number: ' ', provider: '', amountReceived: 0 })).toEqual([
    'number',
    'provider',
    'amountReceived',
  ])
  expect(faults({ notificationDate: '2026-11-13', receivedOn: '2026-11-17' })).toEqual([
    'notificationDate',
    'receivedOn',
  ])
  expect(faults({ forwardedOn: '2026-11-14' })).toEqual(['forwardedOn'])
  expect(faults({ receivedOn: null, forwardedOn: '2026-11-16' })).toEqual(['forwardedOn'])
})

test('the timeline lists the events of a claim in the order of their days', () => {
  const events = getInsuranceClaimTimeline(
    {
      statusLabel: 'Closed',
      dateOfLoss: '2026-01-02',
      submitted: '2026-01-03T15:00:00Z',
      dateReportedToCo: '2026-01-02',
      reviewStarted: null,
      inspectedOn: '2026-03-01',
      dateMemoRelease: null,
      decided: '2026-04-01T15:00:00Z',
      checks: [
        {
          number: '77',
          amountReceived: 100,
          checkToProduct: false,
          notificationDate: '2026-01-20',
          receivedOn: '2026-01-25',
          forwardedOn: null,
        },
      ],
      requests: [
        {
          requestNumber: 'IR-1',
          path: '/r/1',
          statusLabel: 'Approved',
          submitted: '2026-02-01T15:00:00Z',
          decided: '2026-02-10T15:00:00Z',
          claimed: 90,
          approved: 80,
          payments: [{ paidOn: '2026-02-12', amount: 80, payee: 'Roofer', checkNumber: '9' }],
        },
      ],
    },
    (moment) => moment.slice(0, 10),
  )
  expect(events.map(({ day, what }) => `${day} ${what}`)).toEqual([
    '2026-01-02 Loss',
    '2026-01-02 Reported to central office',
    '2026-01-03 Claim submitted',
    '2026-01-20 Check 77 announced',
    '2026-01-25 Check 77 received, made out to the owner',
    '2026-02-01 Payment request IR-1 submitted',
    '2026-02-10 Payment request IR-1: approved',
    '2026-02-12 Paid to Roofer, check 9',
    '2026-03-01 Repairs inspected',
    '2026-04-01 Claim closed',
  ])
})
