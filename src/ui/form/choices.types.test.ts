import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { FieldProps } from './Field.tsx'
import { ChoiceInput } from './inputs/choice.tsx'
import type { LineColumn } from './lines.ts'

// What the compiler refuses is looked at with the types of everything; here it only has to stand.
test('a choice without options does not compile', () => {
  const options = [{ value: 1, label: 'One' }]
  const fieldProps: FieldProps = { name: 'vendorId', kind: 'choice', options }
  // @ts-expect-error A field that says it is a choice says what can be chosen.
  const field: FieldProps = { name: 'vendorId', kind: 'choice' }
  // @ts-expect-error So does a choice of several.
  const several: FieldProps = { name: 'vendorIds', kind: 'choices' }
  // @ts-expect-error So does a column of a list.
  const column: LineColumn = { name: 'vendorId', kind: 'choice', width: 120 }
  // @ts-expect-error So does the bare input.
  const input = () => createElement(ChoiceInput, { label: 'Vendor', value: null, onChange: () => undefined })
  expect([fieldProps, field, several, column, input]).toHaveLength(5)
})
