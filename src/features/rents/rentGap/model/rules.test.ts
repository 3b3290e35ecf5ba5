import { expect, test } from 'vitest'
import { MARKED_BY_HAND } from '#core/portfolio/properties/model/index.ts'
import { getQualification, getReasons } from './qualification.ts'
import { type Content, checkSubmission, type FiledFacts, type Household } from './rules.ts'

const household: Household = {
  unit: '12',
  projectRoomTypeId: 2,
  rentTypeId: 5,
  headOfHousehold: 'Invented Person',
  moveInDate: '2020-05-01',
  moveOutDate: null,
  tenantRent: 640,
  hasVoucher: false,
}
const content: Content = {
  assistanceYear: 2026,
  periodStart: '2026-01-01',
  periodEnd: '2026-12-31',
  payee: 'Maple Grove Partners',
  certified: true,
  items: [household],
}
const rent = {
  projectRoomTypeId: 2,
  rentTypeId: 5,
  unitType: 'Two bedrooms',
  rentType: 'LIHTC 60%',
  approvedRent: 688,
  utilityAllowance: 92,
  programMax: 1188,
  limitMissing: false,
}
const filedFacts: FiledFacts = {
  rents: [rent, { ...rent, rentTypeId: 4, limitMissing: true, programMax: null }],
  taken: [{ unit: '7A', from: '2026-01-01', to: '2026-06-30', number: 'RG-3' }],
  conditions: [],
  byException: false,
  movedInBy: '2025-04-30',
  resubmitOver: false,
  adjustedResubmitDate: null,
  files: [{ documentType: 'Rent roll' }, { documentType: 'Leases' }],
}
const findFaults = (item: Partial<Household>) =>
  checkSubmission({ ...content, items: [{ ...household, ...item }] }, filedFacts)

test('a household whose rent is below what may be charged can be submitted', () => {
  expect(checkSubmission(content, filedFacts)).toEqual([])
})

test.each([
  ['a voucher', { hasVoucher: true }, 'hasVoucher', 'voucher'],
  ['a negative gap', { tenantRent: 700 }, 'tenantRent', 'There is no gap: $688.00 may be charged'],
  ['a negative rent', { tenantRent: -5 }, 'tenantRent', 'zero or more'],
  ['moved in after the cut-off', { moveInDate: '2025-05-01' }, 'moveInDate', 'by 04/30/2025'],
  ['moved out before it moved in', { moveOutDate: '2019-01-01' }, 'moveOutDate', 'before it moved in'],
  ['moved out before the period', { moveOutDate: '2025-12-31' }, 'moveOutDate', 'on no day'],
  ['a rent the property has not', { rentTypeId: 9 }, 'rentTypeId', 'no such rent on 01/01/2026'],
  ['a limit not published', { rentTypeId: 4 }, 'rentTypeId', 'not published'],
  ['a unit of another application', { unit: ' 7a ' }, 'unit', 'RG-3 asks already'],
  ['nothing typed', { unit: ' ', headOfHousehold: null, tenantRent: null }, 'headOfHousehold', 'required'],
] as const)('domain 41, %s: a message names its field', (_, item, field, text) => {
  expect(findFaults(item)).toContainEqual({
    field: `items.0.${field}`,
    message: expect.stringContaining(text),
  })
})

test('a unit counts once a day: two households in succession pass, two at the same time do not', () => {
  const out = { ...household, moveOutDate: '2026-03-31' }
  const next = { ...household, moveInDate: '2024-04-01' }
  expect(checkSubmission({ ...content, items: [out, next] }, filedFacts)).toEqual([
    {
      field: 'items.1.unit',
      message: 'For this unit household 1 asks already, from 01/01/2026 to 03/31/2026.',
    },
  ])
})

test('an incomplete application lists all its faults at once', () => {
  const empty = {
    ...content,
    periodStart: '2025-12-01',
    periodEnd: null,
    payee: ' ',
    certified: false,
    items: [],
  }
  expect(checkSubmission(empty, { ...filedFacts, files: [] }).map(({ field }) => field)).toEqual([
    'periodEnd',
    'periodStart',
    'payee',
    'items',
    'documents',
    'certified',
  ])
  expect(
    checkSubmission({ ...content, periodEnd: '2025-12-01' }, filedFacts).map((fault) => fault.field),
  ).toContain('periodEnd')
  const late = { ...filedFacts, resubmitOver: true, adjustedResubmitDate: '2026-05-04' }
  expect(checkSubmission(content, late)[0]?.message).toContain('by 05/04/2026')
})

test('domain 15.3: qualification gives every reason with the place to resolve it', () => {
  const facts = {
    propertyId: 1,
    active: true,
    nonComplianceState: null,
    findings: [],
    increaseApproved: true,
    overdue: [],
    onHold: [],
  }
  const qualification = getQualification(facts)
  expect([
    qualification.conditions.every((condition) => condition.met),
    qualification.nonCompliance,
    getReasons(qualification),
  ]).toEqual([true, [], []])
  const unmet = getQualification({
    ...facts,
    active: false,
    nonComplianceState: 'mark',
    increaseApproved: false,
    overdue: [
      { label: 'AFS', dueDate: '2026-03-31' },
      { label: 'Budget', dueDate: '2025-11-15' },
    ],
    onHold: [{ id: 9, reason: 'Two findings.' }],
  })
  expect(getReasons(unmet)).toEqual([
    'The property is not active.',
    'No rent increase of the property is approved.',
    MARKED_BY_HAND,
    'AFS was due on 03/31/2026.',
    'Budget was due on 11/15/2025.',
  ])
  expect(unmet.conditions.every(({ path, place }) => path.startsWith('/') && place.length > 0)).toBe(true)
  expect(unmet.nonCompliance).toHaveLength(4)
  expect(checkSubmission(content, { ...filedFacts, conditions: unmet.conditions })).toHaveLength(5)
  expect(
    checkSubmission(content, { ...filedFacts, conditions: unmet.conditions, byException: true }),
  ).toEqual([])
})
