import { expect, test } from 'vitest'
import { calls, modules } from '#app/registry.ts'

/** The calls that the shared frames around every reviewed record make. */
const frameCalls = [
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

test('the server has every call that the frames of a review make, under the paths that the review declares', () => {
  const declaredCalls = new Set(calls.map((call) => `${call.method} ${call.path}`))
  const expectedCalls = modules
    .flatMap((module) => module.reviews ?? [])
    .flatMap(({ kit: { review } }) =>
      frameCalls.map((name) => `${review.calls[name].method} ${review.calls[name].path}`),
    )
  expect(expectedCalls.length).toBeGreaterThan(frameCalls.length * 5)
  expect(expectedCalls.filter((call) => !declaredCalls.has(call))).toEqual([])
})
