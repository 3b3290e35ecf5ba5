import { expect, test } from 'vitest'
import { calls, modules } from '#app/registry.ts'

/** Calls that the frames around a filed record make, whatever its subject is. */
const created = [
  'page',
  'one',
  'save',
  'saveAndSubmit',
  'submit',
  'unSubmit',
  'changeStatus',
  'preview',
  'history',
] as const

test('every call that the frames of a review make is answered, whatever its subject calls it', () => {
  const declaredCalls = new Set(calls.map((call) => `${call.method} ${call.path}`))
  const expectedCalls = modules
    .flatMap((module) => module.reviews ?? [])
    .flatMap(({ kit: { review } }) =>
      created.map((name) => `${review.calls[name].method} ${review.calls[name].path}`),
    )
  expect(expectedCalls.length).toBeGreaterThan(created.length * 5)
  expect(expectedCalls.filter((call) => !declaredCalls.has(call))).toEqual([])
})
