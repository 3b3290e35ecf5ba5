import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { periodName } from './periods.ts'
import { type Content, type Known, missingSlots, originalFaults, submitFaults } from './rules.ts'
import { getComplianceFormSlot, OTHER } from './slots.ts'

const slot = (name: string, text: string | null = null, required = true) => ({
  clientKey: null,
  name,
  words: text,
  required,
})
const question = (key: string) => ({ key, text: `Statement ${key}` })
const makeFiling = (more: Partial<Known> = {}): Known => ({
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
const content = (more: Partial<Content> = {}): Content => ({
  answers: [answer('a', true), answer('b', true)],
  certified: true,
  signedBy: 'Invented Owner',
  ...more,
})
const fields = (content: Content, more: Partial<Known> = {}) =>
  submitFaults(content, makeFiling(more)).map((fault) => fault.field)

describe('CMF what a form needs', () => {
  test('CMF-1: a document in each needed place; one that is commented on counts no longer', () => {
    expect(fields(content())).toEqual([])
    expect(fields(content(), { files: [] })).toEqual(['documents'])
    const comments = { rejectedDocuments: [{ fileId: 1, comment: 'Not signed' }] }
    expect(fields(content(), comments)).toEqual(['documents'])
    const files = [...makeFiling().files, { fileId: 2, documentType: 'Signed certificate' }]
    expect(missingSlots(makeFiling({ ...comments, files }))).toEqual([])
  })

  test('CMF-2: each statement is answered, and explained where it does not hold', () => {
    expect(fields(content({ answers: [] }))).toEqual(['answers.0.holds', 'answers.1.holds'])
    expect(fields(content({ answers: [answer('a', true), answer('b', false, ' ')] }))).toEqual([
      'answers.1.explanation',
    ])
    expect(fields(content({ answers: [answer('a', true), answer('b', false, 'Being repaired.')] }))).toEqual(
      [],
    )
  })

  test('CMF-3: entered once its period is over and while there is time; always where the agency allows it', () => {
    const submitMessages = (more: Partial<Known>) =>
      submitFaults(content(), makeFiling(more)).map((fault) => fault.message)
    expect(submitMessages({ entryOpen: false })).toEqual([
      'This form could be entered until 07/30/2026. Ask the agency to allow its entry.',
    ])
    expect(submitMessages({ entryOpen: false, periodOver: false })).toEqual([
      'This form is entered once its period is over.',
    ])
  })

  test('CMF-4: approved once the notarized original has arrived', () => {
    expect(originalFaults({ originalReceived: null }, makeFiling())).toMatchObject({ at: 'originalReceived' })
    expect(originalFaults({ originalReceived: '2026-02-01' }, makeFiling())).toBe(false)
    expect(
      originalFaults(
        { originalReceived: null },
        { exhibit: { ...makeFiling().exhibit, originalRequired: false } },
      ),
    ).toBe(false)
  })

  test('certified and signed', () => {
    expect(fields(content({ certified: false, signedBy: '' }))).toEqual(['certified', 'signedBy'])
  })
})

describe('documents find their place by their names', () => {
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
    ['scan0001.pdf', OTHER],
    ['enrollment.pdf', OTHER],
    ['certificate and rent-roll.pdf', 'Signed certificate'],
  ])('%s: %s', (name, place) => expect(getComplianceFormSlot(name, slots)).toBe(place))

  test('the only place takes everything, and a place’s own name is always found', () => {
    expect(getComplianceFormSlot('scan0001.pdf', [slot('Occupancy report')])).toBe('Occupancy report')
    fc.assert(
      fc.property(fc.constantFrom(...slots), fc.constantFrom('', ' 2025', '_v2'), ({ name }, more) => {
        expect(getComplianceFormSlot(`${name}${more}.pdf`, slots)).toBe(name)
      }),
    )
  })
})

test('periods by their last day', () => {
  expect(
    [
      ['2025-12-31', 12],
      ['2026-06-30', 12],
      ['2026-09-30', 3],
      ['2026-10-31', 1],
      ['2015-01-01', null],
    ].map(([end, months]) => periodName(end as string, months as number | null)),
  ).toEqual(['2025', 'year to 06/30/2026', 'Quarter 3 of 2026', 'October 2026', 'Once'])
})
