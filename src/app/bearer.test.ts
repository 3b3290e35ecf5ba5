import { expect, test } from 'vitest'
import { sendsBearer } from '#kernel/web/api.ts'
import { calls } from './registry.ts'

test('CAL-01 the path of every call that needs a session is one that is sent a token', () => {
  const closed = calls.filter(({ access }) => access.kind !== 'anyone')
  expect(closed.length).toBeGreaterThan(400)
  expect(closed.map(({ path }) => path).filter((path) => !sendsBearer(path))).toEqual([])
})
