import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ContactValues,
  contactFields,
  isSameText,
  noValues,
} from '#core/portfolio/contacts/model/index.ts'
import {
  type ComparedLine,
  compareContact,
  type Decisions,
  getOpenConflicts,
  getResultingContact,
} from './threeWay.ts'

// There are only a few different values, so that all combinations of equal and different ones occur often.
const arbitraryValue = fc.constantFrom(null, '', 'a', 'b', ' a ')
const arbitraryContact = fc.record(
  Object.fromEntries(contactFields.map((field) => [field, arbitraryValue])),
) as fc.Arbitrary<ContactValues>
const arbitraryChoices = fc.dictionary(
  fc.constantFrom(...contactFields),
  fc.constantFrom('present', 'wanted'),
)

describe('three-way comparison', () => {
  test('fields that no one else changed get the requested values without a conflict', () => {
    fc.assert(
      fc.property(arbitraryContact, arbitraryContact, (old, requestedValues) => {
        const compared = compareContact(old, old, requestedValues)
        expect(
          compared.some(
            (comparedField) => comparedField.state === 'conflict' || comparedField.state === 'meanwhile',
          ),
        ).toBe(false)
        for (const { result, wanted: requestedText } of compared)
          expect(isSameText(result, requestedText)).toBe(true)
      }),
    )
  })

  test('fields that the request does not change keep their present values', () => {
    fc.assert(
      fc.property(arbitraryContact, arbitraryContact, (old, present) => {
        expect(getResultingContact(compareContact(old, present, old))).toEqual(present)
      }),
    )
  })

  test('only a field with different changes on both sides is a conflict, which the reviewer’s choice decides', () => {
    fc.assert(
      fc.property(
        arbitraryContact,
        arbitraryContact,
        arbitraryContact,
        arbitraryChoices,
        (old, present, requestedValues, choicesByField) => {
          const decisions = choicesByField as Decisions
          for (const comparedField of compareContact(old, present, requestedValues, decisions)) {
            const { field } = comparedField
            const differing =
              !isSameText(old[field], present[field]) &&
              !isSameText(old[field], requestedValues[field]) &&
              !isSameText(present[field], requestedValues[field])
            expect(comparedField.state === 'conflict').toBe(differing)
            if (differing)
              expect(comparedField.result).toBe(
                decisions[field] === 'wanted' ? requestedValues[field] : present[field],
              )
            // The result is always one of the two values.
            expect([present[field], requestedValues[field]]).toContain(comparedField.result)
          }
        },
      ),
    )
  })

  test('applying the result again changes nothing', () => {
    fc.assert(
      fc.property(arbitraryContact, arbitraryContact, arbitraryContact, (old, present, requestedValues) => {
        const decided = Object.fromEntries(contactFields.map((field) => [field, 'wanted'])) as Decisions
        const result = getResultingContact(compareContact(old, present, requestedValues, decided))
        for (const field of contactFields)
          expect(
            isSameText(result[field], requestedValues[field]) || isSameText(result[field], present[field]),
            `${field} is neither`,
          ).toBe(true)
        expect(getResultingContact(compareContact(result, result, result))).toEqual(result)
      }),
    )
  })

  test('a line has no open conflicts once each conflict or the whole line has a choice', () => {
    fc.assert(
      fc.property(
        arbitraryContact,
        arbitraryContact,
        arbitraryContact,
        arbitraryChoices,
        (oldValues, present, newValues, choicesByField) => {
          const line: ComparedLine = {
            kind: 'Change',
            contactTypeId: 3,
            oldValues,
            newValues,
            decisions: choicesByField as Decisions,
            present,
            linked: true,
          }
          const open = getOpenConflicts(line)
          const settled = {
            ...choicesByField,
            ...Object.fromEntries(open.map((field) => [field, 'wanted'])),
          } as Decisions
          expect(getOpenConflicts({ ...line, decisions: settled })).toEqual([])
          expect(
            getOpenConflicts({ ...line, decisions: { ...choicesByField, contact: 'present' } as Decisions }),
          ).toEqual([])
        },
      ),
    )
  })
})

describe('a contact that no longer exists', () => {
  const line: ComparedLine = {
    kind: 'Change',
    contactTypeId: 3,
    oldValues: noValues,
    newValues: { ...noValues, name: 'New' },
    decisions: {},
    present: null,
    linked: false,
  }
  test('a change of the contact needs a choice, but its end and an addition do not', () => {
    expect(getOpenConflicts(line)).toEqual(['contact'])
    expect(getOpenConflicts({ ...line, decisions: { contact: 'wanted' } })).toEqual([])
    expect(getOpenConflicts({ ...line, kind: 'End' })).toEqual([])
    expect(getOpenConflicts({ ...line, kind: 'Add' })).toEqual([])
  })
})
