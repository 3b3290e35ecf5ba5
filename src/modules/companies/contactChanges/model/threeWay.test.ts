import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ContactValues,
  contactFields,
  noValues,
  sameText,
} from '#ground/portfolio/contacts/model/index.ts'
import {
  compare,
  type Decisions,
  getContactChangeResult,
  type JudgedLine,
  openConflicts,
} from './threeWay.ts'

// Few different values, so that all ways of agreeing and differing come up often.
const value = fc.constantFrom(null, '', 'a', 'b', ' a ')
const values = fc.record(
  Object.fromEntries(contactFields.map((field) => [field, value])),
) as fc.Arbitrary<ContactValues>
const choices = fc.dictionary(fc.constantFrom(...contactFields), fc.constantFrom('present', 'wanted'))

describe('three-way comparison', () => {
  test('what nobody else changed becomes what was asked for, without a question', () => {
    fc.assert(
      fc.property(values, values, (old, requestedValues) => {
        const compared = compare(old, old, requestedValues)
        expect(
          compared.some(
            (comparedField) => comparedField.state === 'conflict' || comparedField.state === 'meanwhile',
          ),
        ).toBe(false)
        for (const { result, wanted: requestedText } of compared)
          expect(sameText(result, requestedText)).toBe(true)
      }),
    )
  })

  test('what was not asked to change stays as others left it', () => {
    fc.assert(
      fc.property(values, values, (old, present) => {
        expect(getContactChangeResult(compare(old, present, old))).toEqual(present)
      }),
    )
  })

  test('only a field changed on both sides and not alike is a conflict; its choice decides', () => {
    fc.assert(
      fc.property(values, values, values, choices, (old, present, requestedValues, choicesByField) => {
        const decisions = choicesByField as Decisions
        for (const comparedField of compare(old, present, requestedValues, decisions)) {
          const { field } = comparedField
          const differing =
            !sameText(old[field], present[field]) &&
            !sameText(old[field], requestedValues[field]) &&
            !sameText(present[field], requestedValues[field])
          expect(comparedField.state === 'conflict').toBe(differing)
          if (differing)
            expect(comparedField.result).toBe(
              decisions[field] === 'wanted' ? requestedValues[field] : present[field],
            )
          // Nothing is invented: the result is the one side or the other.
          expect([present[field], requestedValues[field]]).toContain(comparedField.result)
        }
      }),
    )
  })

  test('applied once more, the result asks nothing and changes nothing', () => {
    fc.assert(
      fc.property(values, values, values, (old, present, requestedValues) => {
        const decided = Object.fromEntries(contactFields.map((field) => [field, 'wanted'])) as Decisions
        const result = getContactChangeResult(compare(old, present, requestedValues, decided))
        for (const field of contactFields)
          expect(
            sameText(result[field], requestedValues[field]) || sameText(result[field], present[field]),
            `${field} is neither`,
          ).toBe(true)
        expect(getContactChangeResult(compare(result, result, result))).toEqual(result)
      }),
    )
  })

  test('a line is open exactly while a conflict lacks its choice, or the line as a whole is left as it is', () => {
    fc.assert(
      fc.property(values, values, values, choices, (oldValues, present, newValues, choicesByField) => {
        const line: JudgedLine = {
          kind: 'Change',
          contactTypeId: 3,
          oldValues,
          newValues,
          decisions: choicesByField as Decisions,
          present,
          linked: true,
        }
        const open = openConflicts(line)
        const settled = {
          ...choicesByField,
          ...Object.fromEntries(open.map((field) => [field, 'wanted'])),
        } as Decisions
        expect(openConflicts({ ...line, decisions: settled })).toEqual([])
        expect(
          openConflicts({ ...line, decisions: { ...choicesByField, contact: 'present' } as Decisions }),
        ).toEqual([])
      }),
    )
  })
})

describe('a contact that is gone', () => {
  const line: JudgedLine = {
    kind: 'Change',
    contactTypeId: 3,
    oldValues: noValues,
    newValues: { ...noValues, name: 'New' },
    decisions: {},
    present: null,
    linked: false,
  }
  test('a change of it asks what to do, its end and an addition do not', () => {
    expect(openConflicts(line)).toEqual(['contact'])
    expect(openConflicts({ ...line, decisions: { contact: 'wanted' } })).toEqual([])
    expect(openConflicts({ ...line, kind: 'End' })).toEqual([])
    expect(openConflicts({ ...line, kind: 'Add' })).toEqual([])
  })
})
