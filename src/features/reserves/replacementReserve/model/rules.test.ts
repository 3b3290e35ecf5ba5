import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getInvoiceDateFault, reviewFaults } from '#features/shared/invoicedItems/model/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import {
  getFactsAtSubmission,
  getSubmitFaults,
  type ItemContent,
  MAX_ITEMS,
  type RequestContent,
  type RuleFacts,
} from './rules.ts'

const TODAY = '2026-11-16'
const rules = { invoiceMaxAgeDays: 365, bidsRequiredFrom: 1000, bidsCount: 3, minimumPerUnit: 1000 }
const facts: RuleFacts = { today: TODAY, rules }

const request: RequestContent = {
  requestType: 'Reimbursement',
  description: 'Autumn works',
  certified: true,
  submittedAsException: false,
}
const advance: RequestContent = { ...request, requestType: 'Advance review' }

const paidByOwner: ItemContent = {
  categoryId: 1,
  descriptionOfWork: 'Roof',
  location: 'Building A',
  vendorId: 1,
  newVendor: false,
  invoiceNumber: 'A-1',
  invoiceDate: '2026-10-01',
  checkNumber: '501',
  claimedAmount: 900,
  duplicateInvoiceComment: null,
  payVendorDirectly: false,
  documents: ['Invoice', 'Check', 'Photo'],
  vendorHasW9: false,
  isDuplicate: false,
}
const paidByAgency: ItemContent = {
  ...paidByOwner,
  payVendorDirectly: true,
  checkNumber: null,
  documents: ['Invoice', 'Photo'],
  vendorHasW9: true,
}
const plannedWork: ItemContent = {
  ...paidByOwner,
  invoiceNumber: null,
  invoiceDate: null,
  checkNumber: null,
  documents: ['Bid'],
}

/** A change that makes an item invalid, and the one field at which the fault is reported. */
type Spoiling = { field: string; change: Partial<ItemContent> }
const blank = [null, '', '   ']
const buildSpoilings = <K extends keyof ItemContent>(
  field: K,
  values: readonly ItemContent[K][],
): Spoiling[] => values.map((value) => ({ field, change: { [field]: value } }))
const itemSpoilings: Spoiling[] = [
  ...buildSpoilings('categoryId', [null]),
  ...buildSpoilings('descriptionOfWork', blank),
  ...buildSpoilings('location', blank),
  ...buildSpoilings('vendorId', [null]),
  ...buildSpoilings('claimedAmount', [null, 0]),
  ...blank.map((comment) => ({
    field: 'duplicateInvoiceComment',
    change: { isDuplicate: true, duplicateInvoiceComment: comment },
  })),
]
const invoiceSpoilings: Spoiling[] = [
  ...buildSpoilings('invoiceNumber', blank),
  ...buildSpoilings('invoiceDate', [null, '2026-11-17', '2025-11-15', '1999-01-01']),
  ...buildSpoilings('documents', [[], ['Invoice'], ['Bid']]),
]
const itemKinds = [
  {
    name: 'paid by the owner',
    request,
    item: paidByOwner,
    spoilings: [...itemSpoilings, ...invoiceSpoilings, ...buildSpoilings('checkNumber', blank)],
  },
  {
    name: 'to be paid to the vendor',
    request,
    item: paidByAgency,
    spoilings: [
      ...itemSpoilings,
      ...invoiceSpoilings,
      ...buildSpoilings('vendorHasW9', [false]).map((spoiling) => ({
        ...spoiling,
        field: 'payVendorDirectly',
      })),
    ],
  },
  {
    name: 'advance review',
    request: advance,
    item: plannedWork,
    spoilings: [...itemSpoilings, ...buildSpoilings('documents', [[], ['Invoice']])],
  },
]

const getFields = (faults: readonly { field: string }[]) => faults.map((fault) => fault.field).sort()

describe('submission', () => {
  test.each(itemKinds)('a complete request has no fault: $name', (kind) => {
    expect(getSubmitFaults(kind.request, [kind.item, kind.item], facts)).toEqual([])
  })

  test.each(itemKinds)('all faults are reported at once, each at its own field: $name', (kind) => {
    const spoiledItem = fc.subarray(kind.spoilings).map((spoilings) => {
      const byField = new Map(spoilings.map((spoiling) => [spoiling.field, spoiling]))
      let item = kind.item
      for (const { change } of byField.values()) item = { ...item, ...change }
      return { item, fields: [...byField.keys()] }
    })
    fc.assert(
      fc.property(
        fc.array(spoiledItem, { maxLength: 5 }),
        fc.constantFrom('Works', ...blank),
        fc.boolean(),
        (items, description, certified) => {
          const faults = getSubmitFaults(
            { ...kind.request, description, certified },
            items.map((item) => item.item),
            facts,
          )
          expect(getFields(faults)).toEqual(
            [
              ...(description?.trim() ? [] : ['description']),
              ...(items.length > 0 ? [] : ['items']),
              ...items.flatMap(({ fields }, index) => fields.map((field) => `items.${index}.${field}`)),
              ...(certified ? [] : ['certified']),
            ].sort(),
          )
          for (const { message } of faults) expect(message).not.toBe('')
        },
      ),
    )
  })

  test('VAL-17 a missing value has the specification’s message, a wrong value one of its own', () => {
    const getFault = (change: Partial<ItemContent>) =>
      getSubmitFaults(request, [{ ...paidByOwner, ...change }], facts)[0]?.message
    expect(getFault({ location: ' ' })).toBe(REQUIRED)
    expect(getFault({ claimedAmount: null })).toBe(REQUIRED)
    expect(getFault({ claimedAmount: 0 })).toBe('Enter an amount above zero.')
    expect(getFault({ documents: ['Check'] })).toBe('Attach the invoice and the photo.')
    expect(getFault({ payVendorDirectly: true })).toBe('To pay the vendor directly, attach its W-9.')
  })

  test('DUP-05 a comment is required exactly if the invoice is a duplicate', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.constantFrom('Second installment', ...blank), (isDuplicate, comment) => {
        const faults = getSubmitFaults(
          request,
          [{ ...paidByOwner, isDuplicate, duplicateInvoiceComment: comment }],
          facts,
        )
        expect(getFields(faults)).toEqual(
          isDuplicate && !comment?.trim() ? ['items.0.duplicateInvoiceComment'] : [],
        )
      }),
    )
  })

  test.each([
    [MAX_ITEMS, []],
    [MAX_ITEMS + 1, ['items']],
  ])('a request with %i items has faults at %j', (count, fields) => {
    expect(
      getFields(
        getSubmitFaults(
          request,
          Array.from({ length: count }, () => paidByOwner),
          facts,
        ),
      ),
    ).toEqual(fields)
  })

  test('an item needs one bid below the set amount, and the set number of bids from that amount on', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200_000 }), fc.nat({ max: 5 }), (cents, bids) => {
        const documents = Array.from({ length: bids }, () => 'Bid')
        const faults = getSubmitFaults(
          advance,
          [{ ...plannedWork, claimedAmount: cents / 100, documents }],
          facts,
        )
        const minimum = cents >= 100_000 ? 3 : 1
        expect(getFields(faults)).toEqual(bids >= minimum ? [] : ['items.0.documents'])
      }),
    )
  })

  test('a W-9 attached to the item is enough if the vendor has none on record', () => {
    const item = { ...paidByAgency, vendorHasW9: false, documents: ['Invoice', 'Photo', 'W-9'] }
    expect(getSubmitFaults(request, [item], facts)).toEqual([])
  })

  test('an invoice date that is not a valid day gives no age fault and throws nothing', () => {
    expect(getInvoiceDateFault('13/45/2026', false, facts)).toBeNull()
    expect(getInvoiceDateFault('', false, facts)).toBe('Required')
  })

  test('ENT-14 an invoice may be neither too old nor in the future; an exception lifts the age', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 1000 }), fc.boolean(), (offset, exception) => {
        const fault = getInvoiceDateFault(addDays(TODAY, offset), exception, facts)
        if (offset > 0) expect(fault).toBe('The invoice date is in the future.')
        else if (!exception && offset < -365) expect(fault).toMatch(/^The invoice is older than 365 days/)
        else expect(fault).toBeNull()
      }),
    )
  })
})

describe('a credit memo', () => {
  const credit = {
    ...paidByOwner,
    invoiceNumber: 'CM-1',
    claimedAmount: -50,
    checkNumber: null,
    documents: ['Invoice'],
  }
  const findFaults = (items: readonly ItemContent[], requestContent = request) =>
    getSubmitFaults(requestContent, items, facts).map(({ field }) => field)

  test('a credit memo needs a larger invoice of its vendor in the request, and no check', () => {
    expect(findFaults([paidByOwner, credit])).toEqual([])
    expect(findFaults([credit])).toEqual(['items.0.claimedAmount'])
    expect(findFaults([{ ...paidByOwner, claimedAmount: 50 }, credit])).toEqual(['items.1.claimedAmount'])
    expect(findFaults([{ ...paidByOwner, vendorId: 2 }, credit])).toEqual(['items.1.claimedAmount'])
    expect(findFaults([plannedWork, { ...plannedWork, claimedAmount: -50 }], advance)).toEqual([
      'items.1.claimedAmount',
    ])
  })

  test('a credit memo is approved at most up to the approved amount of its invoice', () => {
    const faults = (invoice: number, approved: number) =>
      reviewFaults([
        { ...paidByOwner, approvedAmount: invoice, denialReason: 'Not the reserve’s.' },
        { ...credit, approvedAmount: approved, denialReason: 'Smaller.' },
      ]).map(({ field }) => field)
    expect(faults(900, -50)).toEqual([])
    expect(faults(0, 0)).toEqual([])
    expect(faults(0, -50)).toEqual(['items.1.approvedAmount'])
    expect(faults(900, -50.01)).toEqual(['items.1.approvedAmount'])
  })
})

describe('review', () => {
  test('ENT-17 each item needs an amount from 0 to its claim, and a reduction needs a reason', () => {
    const cents = fc.integer({ min: -100, max: 100_100 })
    const item = fc.record({
      claimedAmount: fc.option(fc.integer({ min: 0, max: 100_000 }).map((value) => value / 100)),
      approvedAmount: fc.option(cents.map((value) => value / 100)),
      denialReason: fc.constantFrom('Too dear', ...blank),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 6 }), (items) => {
        const expected = items.flatMap(({ claimedAmount, approvedAmount, denialReason }, index) => {
          const claimed = claimedAmount ?? 0
          if (approvedAmount === null || approvedAmount < 0 || approvedAmount > claimed)
            return [`items.${index}.approvedAmount`]
          return approvedAmount < claimed && !denialReason?.trim() ? [`items.${index}.denialReason`] : []
        })
        expect(getFields(reviewFaults(items))).toEqual(expected.sort())
      }),
    )
  })

  test('the message of a review fault names the amounts that may be entered', () => {
    const getReplacementReserveFault = (approvedAmount: number | null) =>
      reviewFaults([{ claimedAmount: 1234.5, approvedAmount, denialReason: null }])[0]?.message
    expect(getReplacementReserveFault(null)).toBe(REQUIRED)
    expect(getReplacementReserveFault(1234.51)).toBe('Enter an amount from $0.00 to $1,234.50.')
    expect(getReplacementReserveFault(1)).toBe('Say why less than the claim is approved.')
    expect(getReplacementReserveFault(1234.5)).toBeUndefined()
  })
})

test('domain 48.5: the age of an invoice is counted to the agency’s day of submission', () => {
  const getFaults = (submitted: string) =>
    getSubmitFaults(
      request,
      [{ ...paidByOwner, invoiceDate: '2025-11-16' }],
      getFactsAtSubmission({ ...facts, submitted }),
    )
  expect(getFaults('2026-11-17T03:30:00Z')).toEqual([])
  expect(getFaults('2026-11-17T15:00:00Z').map(({ field }) => field)).toEqual(['items.0.invoiceDate'])
})
