import { expect, test } from 'vitest'
import { calls, modules } from '#app/registry.ts'

/** Calls that the frames around a filed record make, whatever its subject is. */
const made = [
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
  const answered = new Set(calls.map((call) => `${call.method} ${call.path}`))
  const asked = modules
    .flatMap((one) => one.reviews ?? [])
    .flatMap(({ kit: { review } }) => made.map((name) => `${review.calls[name].method} ${review.calls[name].path}`))
  expect(asked.length).toBeGreaterThan(made.length * 5)
  expect(asked.filter((call) => !answered.has(call))).toEqual([])
})
