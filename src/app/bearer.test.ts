import { expect, test } from 'vitest'
import { sendsBearer } from '#kernel/web/api.ts'
import { calls } from './registry.ts'

test('CAL-01 the browser sends its token to the path of every call that needs a session', () => {
  const matchingCalls = calls.filter(({ access }) => access.kind !== 'anyone')
  expect(matchingCalls.length).toBeGreaterThan(400)
  expect(matchingCalls.map(({ path }) => path).filter((path) => !sendsBearer(path))).toEqual([])
})
