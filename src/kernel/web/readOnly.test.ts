import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { isReadOnly, ReadOnlyProvider, useReadOnly, useReadOnlyOverride } from './readOnly.tsx'

describe('NAV-11 read-only is route flag or override or global flag', () => {
  for (const route of [false, true])
    for (const override of [false, true])
      for (const global of [false, true])
        test(`route ${route}, override ${override}, global ${global}`, () => {
          expect(isReadOnly({ route, override, global })).toBe(route || override || global)
        })
})

function Shown() {
  const [override] = useReadOnlyOverride()
  return `${useReadOnly()} ${override}`
}

const within = (flags: { route?: boolean; global?: boolean }, inside: ReactNode = createElement(Shown)) =>
  createElement(ReadOnlyProvider, flags, inside)

describe('the provider', () => {
  test('NAV-01 begins without override; nothing forbids editing by itself', () => {
    expect(renderToStaticMarkup(within({}))).toBe('false false')
    expect(renderToStaticMarkup(createElement(Shown))).toBe('false false')
  })

  test('NAV-12 NAV-03 the route flag and the global flag each make it read-only', () => {
    expect(renderToStaticMarkup(within({ route: true }))).toBe('true false')
    expect(renderToStaticMarkup(within({ global: true }))).toBe('true false')
  })

  test('an inner provider cannot allow what an outer one forbids', () => {
    expect(renderToStaticMarkup(within({ global: true }, within({})))).toBe('true false')
  })
})
