import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { isReadOnly, ReadOnlyProvider, useReadOnly, useReadOnlyOverride } from './readOnly.tsx'

describe('NAV-11 a screen is read-only if the route flag, the override or the global flag is set', () => {
  for (const route of [false, true])
    for (const override of [false, true])
      for (const global of [false, true])
        test(`route ${route}, override ${override}, global ${global}`, () => {
          expect(isReadOnly({ route, override, global })).toBe(route || override || global)
        })
})

function StateText() {
  const [override] = useReadOnlyOverride()
  return `${useReadOnly()} ${override}`
}

const within = (flags: { route?: boolean; global?: boolean }, inside: ReactNode = createElement(StateText)) =>
  createElement(ReadOnlyProvider, flags, inside)

describe('the provider', () => {
  test('NAV-01 a screen begins without override and is editable by default', () => {
    expect(renderToStaticMarkup(within({}))).toBe('false false')
    expect(renderToStaticMarkup(createElement(StateText))).toBe('false false')
  })

  test('NAV-12 NAV-03 the route flag and the global flag each make it read-only', () => {
    expect(renderToStaticMarkup(within({ route: true }))).toBe('true false')
    expect(renderToStaticMarkup(within({ global: true }))).toBe('true false')
  })

  test('an inner provider cannot allow what an outer one forbids', () => {
    expect(renderToStaticMarkup(within({ global: true }, within({})))).toBe('true false')
  })
})
