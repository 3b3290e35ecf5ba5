import { expect, test } from 'vitest'
import { presentVersion } from './presentVersion.ts'

test('another form of the same screen raised the version: the latest counts', () => {
  expect(presentVersion({ version: 3, notes: 'a' }, { version: 4, notes: 'a' }, 3)).toBe(4)
})

test('somebody changed what this form holds: the version it was filled with, so that the server refuses', () => {
  expect(presentVersion({ version: 3, notes: 'a' }, { version: 4, notes: 'b' }, 3)).toBe(3)
})

test('a form filled with something this screen never saw keeps its own version', () => {
  expect(presentVersion(undefined, { version: 4 }, 2)).toBe(2)
})
