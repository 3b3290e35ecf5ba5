import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { code, day, longText, money, ref, requiredText } from '#kernel/model/field.ts'
import { ReadOnlyProvider } from '#kernel/web/readOnly.tsx'
import { ThemeProvider } from '../frame/ThemeProvider.tsx'
import { getField } from './Field.tsx'
import { Form } from './Form.tsx'
import { getLineItems } from './LineItems.tsx'

const schema = z.object({
  name: requiredText('Name', 60, 'As on the deed'),
  on: day('Invoice date'),
  amount: money('Amount'),
  vendorId: ref('Vendor', 'Vendor'),
  severity: code('Severity', 1, 2, { 1: 'Low', 2: 'High' }),
  comments: longText('Comments', 100),
  emergency: z.boolean('Required').meta({ label: 'Emergency?', kind: 'flag' }),
  items: z
    .array(z.object({ work: requiredText('Work'), claimed: money('Claimed amount') }))
    .meta({ noun: 'Item' }),
})
const Field = getField(schema)
const LineItems = getLineItems(schema)
const values = {
  name: 'Oak Commons',
  on: '2026-03-05',
  amount: 1234.5,
  vendorId: 2,
  severity: 2,
  comments: 'Fine',
  emergency: null,
  items: [{ id: 1, work: 'Roof', claimed: 5 }],
}
const options = [{ value: 2, label: 'Best Roofing' }]

/** Renders these fields in a form to HTML. */
function renderFields(fields: ReactNode, wrap: (form: ReactNode) => ReactNode = (form) => form): string {
  const form = createElement(Form, { schema, values }, fields)
  const router = createMemoryRouter([{ path: '/', element: wrap(form) }])
  return renderToString(createElement(ThemeProvider, null, createElement(RouterProvider, { router })))
}

const findTag = (html: string, tag: string) =>
  html.match(new RegExp(`<${tag}[^>]*id="[^"]*"[^>]*>`))?.[0] ?? ''

describe('a field', () => {
  test('has the label, required mark, help and input of the entity, connected for screen readers', () => {
    const html = renderFields(createElement(Field, { name: 'name' }))
    const input = findTag(html, 'input')
    const id = /id="([^"]*)"/.exec(input)?.[1]
    expect(html).toContain(`for="${id}"`)
    expect(input).toContain('aria-required="true"')
    expect(input).toContain(`aria-describedby="${id}-help"`)
    expect(html).toContain('As on the deed')
    expect(html).toContain('value="Oak Commons"')
  })

  test('a field that may be empty has no required mark', () => {
    expect(renderFields(createElement(Field, { name: 'on' }))).not.toContain('aria-required')
  })

  test('VAL-10 a day is shown as MM/DD/YYYY', () => {
    expect(renderFields(createElement(Field, { name: 'on' }))).toContain('value="03/05/2026"')
  })

  test('VAL-12 a declared amount has its cents; with rounding on it is whole dollars', () => {
    expect(renderFields(createElement(Field, { name: 'amount' }))).toContain('value="$1,234.50"')
    expect(renderFields(createElement(Field, { name: 'amount', rounding: true }))).toContain('value="$1,235"')
  })

  test('VAL-03 a yes-or-no question begins unanswered and is labeled by its question', () => {
    const html = renderFields(createElement(Field, { name: 'emergency', kind: 'yesNo' }))
    expect(html).toMatch(/role="radiogroup" aria-labelledby="[^"]+-label"/)
    expect(html).not.toContain('checked=""')
  })

  test('VAL-09 a long text shows the number of characters left', () => {
    expect(renderFields(createElement(Field, { name: 'comments' }))).toContain('96 characters left')
  })

  test('a choice takes its options from its schema', () => {
    expect(renderFields(createElement(Field, { name: 'severity' }))).toContain('value="High"')
  })

  test('a choice without options throws during development', () => {
    expect(() => renderFields(createElement(Field, { name: 'vendorId' }))).toThrow('"Vendor" has no options')
    expect(renderFields(createElement(Field, { name: 'vendorId', options }))).toContain(
      'value="Best Roofing"',
    )
  })

  test('props override the entity', () => {
    expect(renderFields(createElement(Field, { name: 'name', label: 'Property' }))).toContain('Property')
  })
})

describe('a read-only form', () => {
  const fields = (['name', 'on', 'amount'] as const).map((name) => createElement(Field, { key: name, name }))
  const all = [...fields, createElement(Field, { key: 'v', name: 'vendorId', options })]

  test('NAV-11 shows plain values and no inputs', () => {
    const html = renderFields(all, (form) => createElement(ReadOnlyProvider, { route: true }, form))
    for (const text of ['Oak Commons', '03/05/2026', '$1,234.50', 'Best Roofing'])
      expect(html).toContain(text)
    expect(html).not.toContain('<input')
  })

  test('a single field can be read-only in an editable form', () => {
    const html = renderFields(createElement(Field, { name: 'name', readOnly: true }))
    expect(html).not.toContain('<input')
    expect(html).toContain('Oak Commons')
  })
})

describe('lines', () => {
  const columns = [{ name: 'work' }, { name: 'claimed', total: true, rounding: false }] as const
  const lines = createElement(LineItems, { name: 'items', columns, blank: {} })

  test('every input has a label with its column and line', () => {
    const html = renderFields(lines)
    expect(html).toContain('aria-label="Work, Item 1"')
    expect(html).toContain('aria-label="Claimed amount, Item 1"')
    expect(html).toContain('aria-label="Remove Item 1"')
    expect(html).toMatch(/Total.*\$5\.00/)
  })

  test('NAV-11 read-only lines have no inputs and no buttons to change them', () => {
    const html = renderFields(lines, (form) => createElement(ReadOnlyProvider, { global: true }, form))
    expect(html).not.toContain('<input')
    expect(html).not.toContain('Remove')
    expect(html).toContain('Roof')
  })
})
