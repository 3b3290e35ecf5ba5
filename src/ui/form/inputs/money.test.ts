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
/** How an empty box tells its kind: by what stands in it. */
const readBox = (node: ReactNode) => /placeholder="([^"]*)"/.exec(renderToString(node))?.[1]

test('client 7: money, dollar and percent inputs are each the same wherever they stand, and show which they are', () => {
  const [money, dollars, percent] = ['$', '0.00', '0.00%']
  const framedPercent = createElement(PercentInput, { label: 'Rate', value: null, onChange: () => undefined })
  expect(readBox(createElement(MoneyInput, framed))).toBe(money)
  expect(readBox(inRequest(createElement(MoneyInput, framed)))).toBe(money)
  expect(readBox(control('money'))).toBe(money)
  expect(readBox(createElement(DollarInput, framed))).toBe(dollars)
  expect(readBox(control('dollar'))).toBe(dollars)
  expect(readBox(inRequest(control('dollar')))).toBe(dollars)
  // An amount in the form of a request is the documents’ dollar input.
  expect(readBox(inRequest(control('money')))).toBe(dollars)
  expect(readBox(framedPercent)).toBe(percent)
  expect(readBox(control('percent'))).toBe(percent)
  expect(readBox(inRequest(control('percent')))).toBe(percent)
})

test('client 7: no screen makes an amount box of its own: all use those of the kit', async () => {
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
