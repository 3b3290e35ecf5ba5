import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { code, day, longText, money, ref, requiredText } from '#kernel/model/field.ts'
import { ReadOnlyProvider } from '#kernel/web/readOnly.tsx'
import { ThemeProvider } from '../frame/ThemeProvider.tsx'
import { Field } from './Field.tsx'
import { Form } from './Form.tsx'
import { LineItems } from './LineItems.tsx'

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

/** What the browser gets for these fields. */
function shown(fields: ReactNode, wrap: (form: ReactNode) => ReactNode = (form) => form): string {
  const form = createElement(Form, { schema, values }, fields)
  const router = createMemoryRouter([{ path: '/', element: wrap(form) }])
  return renderToString(createElement(ThemeProvider, null, createElement(RouterProvider, { router })))
}

const attributes = (html: string, tag: string) =>
  html.match(new RegExp(`<${tag}[^>]*id="[^"]*"[^>]*>`))?.[0] ?? ''

describe('a field', () => {
  test('takes label, required mark, help and input from the entity, wired together', () => {
    const html = shown(createElement(Field, { name: 'name' }))
    const input = attributes(html, 'input')
    const id = /id="([^"]*)"/.exec(input)?.[1]
    expect(html).toContain(`for="${id}"`)
    expect(input).toContain('aria-required="true"')
    expect(input).toContain(`aria-describedby="${id}-help"`)
    expect(html).toContain('As on the deed')
    expect(html).toContain('value="Oak Commons"')
  })

  test('a field that may be empty has no required mark', () => {
    expect(shown(createElement(Field, { name: 'on' }))).not.toContain('aria-required')
  })

  test('VAL-10 a day is shown as MM/DD/YYYY', () => {
    expect(shown(createElement(Field, { name: 'on' }))).toContain('value="03/05/2026"')
  })

  test('VAL-12 a declared amount has its cents; with rounding on it is whole dollars', () => {
    expect(shown(createElement(Field, { name: 'amount' }))).toContain('value="$1,234.50"')
    expect(shown(createElement(Field, { name: 'amount', rounding: true }))).toContain('value="$1,235"')
  })

  test('VAL-03 a yes-or-no begins unanswered, named by its question', () => {
    const html = shown(createElement(Field, { name: 'emergency', kind: 'yesNo' }))
    expect(html).toMatch(/role="radiogroup" aria-labelledby="[^"]+-label"/)
    expect(html).not.toContain('checked=""')
  })

  test('VAL-09 a long text counts', () => {
    expect(shown(createElement(Field, { name: 'comments' }))).toContain('96 characters left')
  })

  test('a choice takes its options from its schema', () => {
    expect(shown(createElement(Field, { name: 'severity' }))).toContain('value="High"')
  })

  test('a choice for which nobody names options fails while its screen is written', () => {
    expect(() => shown(createElement(Field, { name: 'vendorId' }))).toThrow('"Vendor" has no options')
    expect(shown(createElement(Field, { name: 'vendorId', options }))).toContain('value="Best Roofing"')
  })

  test('props override the entity', () => {
    expect(shown(createElement(Field, { name: 'name', label: 'Property' }))).toContain('Property')
  })
})

describe('a read-only form', () => {
  const fields = ['name', 'on', 'amount'].map((name) => createElement(Field, { key: name, name }))
  const all = [...fields, createElement(Field, { key: 'v', name: 'vendorId', options })]

  test('NAV-11 shows plain values and no inputs', () => {
    const html = shown(all, (form) => createElement(ReadOnlyProvider, { route: true }, form))
    for (const text of ['Oak Commons', '03/05/2026', '$1,234.50', 'Best Roofing'])
      expect(html).toContain(text)
    expect(html).not.toContain('<input')
  })

  test('one field can be read-only in a form that is not', () => {
    const html = shown(createElement(Field, { name: 'name', readOnly: true }))
    expect(html).not.toContain('<input')
    expect(html).toContain('Oak Commons')
  })
})

describe('lines', () => {
  const columns = [{ name: 'work' }, { name: 'claimed', total: true, rounding: false }]
  const lines = createElement(LineItems, { name: 'items', columns, blank: {} })

  test('every input is named by column and line', () => {
    const html = shown(lines)
    expect(html).toContain('aria-label="Work, Item 1"')
    expect(html).toContain('aria-label="Claimed amount, Item 1"')
    expect(html).toContain('aria-label="Remove Item 1"')
    expect(html).toMatch(/Total.*\$5\.00/)
  })

  test('NAV-11 read-only lines have no inputs and no buttons to change them', () => {
    const html = shown(lines, (form) => createElement(ReadOnlyProvider, { global: true }, form))
    expect(html).not.toContain('<input')
    expect(html).not.toContain('Remove')
    expect(html).toContain('Roof')
  })
})
