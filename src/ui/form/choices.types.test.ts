import { createElement } from 'react'
import { expect, test } from 'vitest'
import type { FieldProps } from './Field.tsx'
import { ChoiceInput } from './inputs/choice.tsx'
import type { LineColumn } from './lines.ts'

// The type check of the whole repository verifies the expected errors. This test only runs the file.
test('a choice without options does not compile', () => {
  const options = [{ value: 1, label: 'One' }]
  const fieldProps: FieldProps = { name: 'vendorId', kind: 'choice', options }
  // @ts-expect-error A field that is a choice needs options.
  const field: FieldProps = { name: 'vendorId', kind: 'choice' }
  // @ts-expect-error A choice of several needs options.
  const several: FieldProps = { name: 'vendorIds', kind: 'choices' }
  // @ts-expect-error A column that is a choice needs options.
  const column: LineColumn = { name: 'vendorId', kind: 'choice', width: 120 }
  // @ts-expect-error The input alone needs options, too.
  const input = () => createElement(ChoiceInput, { label: 'Vendor', value: null, onChange: () => undefined })
  expect([fieldProps, field, several, column, input]).toHaveLength(5)
})
