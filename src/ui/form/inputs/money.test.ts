import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Control, type ControlKind } from '../Control.tsx'
import { FillsFromRightContext } from '../formContext.ts'
import { DollarInput, MoneyInput, PercentInput } from './money.tsx'

const inRequest = (node: ReactNode) => createElement(FillsFromRightContext, { value: true }, node)
const control = (kind: ControlKind) =>
  createElement(Control, { kind, facts: { rounding: false }, value: null, onChange: () => undefined })
const framed = { label: 'Amount', rounding: false, value: null, onChange: () => undefined } as const
/** Returns the placeholder of the box, which shows the kind of an empty box. */
const getPlaceholder = (node: ReactNode) => /placeholder="([^"]*)"/.exec(renderToString(node))?.[1]

test('client 7: money, dollar and percent inputs have the same placeholder on every screen', () => {
  const [money, dollars, percent] = ['$', '0.00', '0.00%']
  const framedPercent = createElement(PercentInput, { label: 'Rate', value: null, onChange: () => undefined })
  expect(getPlaceholder(createElement(MoneyInput, framed))).toBe(money)
  expect(getPlaceholder(inRequest(createElement(MoneyInput, framed)))).toBe(money)
  expect(getPlaceholder(control('money'))).toBe(money)
  expect(getPlaceholder(createElement(DollarInput, framed))).toBe(dollars)
  expect(getPlaceholder(control('dollar'))).toBe(dollars)
  expect(getPlaceholder(inRequest(control('dollar')))).toBe(dollars)
  // An amount in the form of a request is the documents’ dollar input.
  expect(getPlaceholder(inRequest(control('money')))).toBe(dollars)
  expect(getPlaceholder(framedPercent)).toBe(percent)
  expect(getPlaceholder(control('percent'))).toBe(percent)
  expect(getPlaceholder(inRequest(control('percent')))).toBe(percent)
})

test('client 7: no screen defines its own input for amounts', async () => {
  const root = join(import.meta.dirname, '../../..')
  const using: string[] = []
  for await (const path of glob('**/*.tsx', { cwd: root })) {
    const source = await readFile(join(root, path), 'utf8')
    if (/react-number-format|<(Money|Dollar|Percent|Amount)Control\b/.test(source)) using.push(path)
  }
  expect(using.toSorted()).toEqual([
    'ui/form/Control.tsx',
    'ui/form/inputs/FillFromRight.tsx',
    'ui/form/inputs/money.tsx',
  ])
})
