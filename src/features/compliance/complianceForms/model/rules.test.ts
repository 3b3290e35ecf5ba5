import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getPeriodName } from './periods.ts'
import {
  type FormContent,
  type FormFilingFacts,
  getFormFaults,
  getMissingSlots,
  getOriginalFault,
} from './rules.ts'
import { findSlot, OTHER_SLOT } from './slots.ts'

const slot = (name: string, text: string | null = null, required = true) => ({
  clientKey: null,
  name,
  words: text,
  required,
})
const question = (key: string) => ({ key, text: `Statement ${key}` })
const createFiling = (more: Partial<FormFilingFacts> = {}): FormFilingFacts => ({
  exhibit: {
    slots: [slot('Signed certificate')],
    questions: [question('a'), question('b')],
    originalRequired: true,
  },
  files: [{ fileId: 1, documentType: 'Signed certificate' }],
  rejectedDocuments: [],
  entryOpen: true,
  entryCloses: '2026-07-30',
  periodOver: true,
  ...more,
})
const answer = (key: string, holds: boolean | null, explanation: string | null = null) => ({
  key,
  holds,
  explanation,
})
const content = (more: Partial<FormContent> = {}): FormContent => ({
  answers: [answer('a', true), answer('b', true)],
  certified: true,
  signedBy: 'Invented Owner',
  ...more,
})
const findFaultFields = (content: FormContent, more: Partial<FormFilingFacts> = {}) =>
  getFormFaults(content, createFiling(more)).map((fault) => fault.field)

describe('CMF requirements of a form', () => {
  test('CMF-1: each required slot needs a document without a rejection comment', () => {
    expect(findFaultFields(content())).toEqual([])
    expect(findFaultFields(content(), { files: [] })).toEqual(['documents'])
    const comments = { rejectedDocuments: [{ fileId: 1, comment: 'Not signed' }] }
    expect(findFaultFields(content(), comments)).toEqual(['documents'])
    const files = [...createFiling().files, { fileId: 2, documentType: 'Signed certificate' }]
    expect(getMissingSlots(createFiling({ ...comments, files }))).toEqual([])
  })

  test('CMF-2: each statement needs an answer, and an explanation if it does not hold', () => {
    expect(findFaultFields(content({ answers: [] }))).toEqual(['answers.0.holds', 'answers.1.holds'])
    expect(findFaultFields(content({ answers: [answer('a', true), answer('b', false, ' ')] }))).toEqual([
      'answers.1.explanation',
    ])
    expect(
      findFaultFields(content({ answers: [answer('a', true), answer('b', false, 'Being repaired.')] })),
    ).toEqual([])
  })

  test('CMF-3: a form that is not open for entry is refused, before the end of its period and after its entry time', () => {
    const submitMessages = (more: Partial<FormFilingFacts>) =>
      getFormFaults(content(), createFiling(more)).map((fault) => fault.message)
    expect(submitMessages({ entryOpen: false })).toEqual([
      'This form could be entered until 07/30/2026. Ask the agency to allow its entry.',
    ])
    expect(submitMessages({ entryOpen: false, periodOver: false })).toEqual([
      'This form is entered once its period is over.',
    ])
  })

  test('CMF-4: approval is refused until the required notarized original has arrived', () => {
    expect(getOriginalFault({ originalReceived: null }, createFiling())).toMatchObject({
      field: 'originalReceived',
    })
    expect(getOriginalFault({ originalReceived: '2026-02-01' }, createFiling())).toBe(false)
    expect(
      getOriginalFault(
        { originalReceived: null },
        { exhibit: { ...createFiling().exhibit, originalRequired: false } },
      ),
    ).toBe(false)
  })

  test('a form must be certified and signed', () => {
    expect(findFaultFields(content({ certified: false, signedBy: '' }))).toEqual(['certified', 'signedBy'])
  })
})

describe('files are assigned to slots by their names', () => {
  const slots = [
    slot('Signed certificate', 'certificate, exhibit a'),
    slot('Rent roll', 'roll'),
    slot('Form 8609-A', '8609a'),
  ]
  test.each([
    ['Maple_Grove_certificate_2025.pdf', 'Signed certificate'],
    ['EXHIBIT-A signed.PDF', 'Signed certificate'],
    ['rent roll december.xlsx', 'Rent roll'],
    ['Form 8609-A.pdf', 'Form 8609-A'],
    ['scan0001.pdf', OTHER_SLOT],
    ['enrollment.pdf', OTHER_SLOT],
    ['certificate and rent-roll.pdf', 'Signed certificate'],
  ])('%s: %s', (name, place) => expect(findSlot(name, slots)).toBe(place))

  test('the only slot gets every file, and a file with the name of a slot is assigned to it', () => {
    expect(findSlot('scan0001.pdf', [slot('Occupancy report')])).toBe('Occupancy report')
    fc.assert(
      fc.property(fc.constantFrom(...slots), fc.constantFrom('', ' 2025', '_v2'), ({ name }, more) => {
        expect(findSlot(`${name}${more}.pdf`, slots)).toBe(name)
      }),
    )
  })
})

test('periodName names a period by its last day and its length', () => {
  expect(
    [
      ['2025-12-31', 12],
      ['2026-06-30', 12],
      ['2026-09-30', 3],
      ['2026-10-31', 1],
      ['2015-01-01', null],
    ].map(([end, months]) => getPeriodName(end as string, months as number | null)),
  ).toEqual(['2025', 'year to 06/30/2026', 'Quarter 3 of 2026', 'October 2026', 'Once'])
})
