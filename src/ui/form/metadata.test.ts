import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { choiceField, code, day, flag, ref, requiredText, text } from '#kernel/model/field.ts'
import { describeName, factsAt, getFieldFacts, getFieldOptions, isRequired, schemaAt } from './metadata.ts'

const schema = z.object({
  description: requiredText('Description', 60, 'What for?'),
  note: text('Note').optional(),
  items: z.array(z.object({ invoiceDate: day('Invoice date') })).meta({ label: 'Items', noun: 'Item' }),
})

describe('facts of fields', () => {
  test('label, kind, limit and help come from the entity', () => {
    expect(factsAt(schema, 'description')).toMatchObject({
      label: 'Description',
      kind: 'text',
      maxLength: 60,
      help: 'What for?',
    })
  })

  test('facts are found inside nullable, optional and transforms, and in lines', () => {
    expect(factsAt(schema, 'note').label).toBe('Note')
    expect(factsAt(schema, 'items.2.invoiceDate').label).toBe('Invoice date')
    expect(factsAt(schema, 'items.*.invoiceDate').kind).toBe('day')
    expect(getFieldFacts(z.string().meta({ label: 'Piped' }).transform(Number)).label).toBe('Piped')
  })

  test('the outermost declaration wins', () => {
    expect(getFieldFacts(text('Inner').meta({ label: 'Outer' })).label).toBe('Outer')
  })

  test('a path the schema does not know has no schema', () => {
    expect(schemaAt(schema, 'nowhere')).toBeUndefined()
    expect(schemaAt(schema, 'description.deeper')).toBeUndefined()
    expect(factsAt(schema, 'items.0.nowhere')).toEqual({})
  })
})

describe('required marks', () => {
  test('VAL-01 text that may not be empty is required, nullable text is not', () => {
    expect(isRequired(schemaAt(schema, 'description'))).toBe(true)
    expect(isRequired(schemaAt(schema, 'note'))).toBe(false)
  })

  test('VAL-03 a yes-or-no that must be answered is required', () => {
    expect(isRequired(flag('Emergency'))).toBe(true)
    expect(isRequired(flag('Emergency').nullable())).toBe(false)
  })

  test('VAL-05 a list that needs an entry is required, and one that may be empty is not', () => {
    expect(isRequired(z.array(z.number()).min(1))).toBe(true)
    expect(isRequired(z.array(z.number()))).toBe(false)
  })
})

test('a field without label is named by its own name', () => {
  expect(describeName('invoiceDate')).toBe('Invoice date')
})

describe('the options of a field', () => {
  const basis = choiceField('Basis', ['Accrual', 'Cash'])
  const options = [
    { value: 'Accrual', label: 'Accrual' },
    { value: 'Cash', label: 'Cash' },
  ]

  test('are the texts of a list, also if the field is nullable, renamed or a choice of several', () => {
    expect(getFieldOptions(basis)).toEqual(options)
    expect(getFieldOptions(basis.nullable().meta({ label: 'Kept by', kind: 'choice' }))).toEqual(options)
    expect(getFieldOptions(z.array(basis).optional())).toEqual(options)
  })

  test('are the labeled numbers within the limits of the field', () => {
    const labels = { 0: 'None', 1: 'Low', 2: 'High', 3: 'Highest' }
    expect(getFieldOptions(code('Severity', 1, 2, labels).nullable())).toEqual([
      { value: 1, label: 'Low' },
      { value: 2, label: 'High' },
    ])
  })

  test('are undefined for a reference to another record', () => {
    expect(getFieldOptions(ref('Vendor', 'Vendor'))).toBeUndefined()
    expect(getFieldOptions(undefined)).toBeUndefined()
  })
})
