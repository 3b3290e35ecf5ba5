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
  const answered = new Set(calls.map((call) => `${call.method} ${call.path}`))
  const asked = modules
    .flatMap((module) => module.reviews ?? [])
    .flatMap(({ kit: { review } }) =>
      created.map((name) => `${review.calls[name].method} ${review.calls[name].path}`),
    )
  expect(asked.length).toBeGreaterThan(created.length * 5)
  expect(asked.filter((call) => !answered.has(call))).toEqual([])
})
