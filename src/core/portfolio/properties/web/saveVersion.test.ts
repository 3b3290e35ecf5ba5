import { expect, test } from 'vitest'
import { getSaveVersion } from './saveVersion.ts'

test('the latest version is sent if another form of the same screen raised the version', () => {
  expect(getSaveVersion({ version: 3, notes: 'a' }, { version: 4, notes: 'a' }, 3)).toBe(4)
})

test('the version the form was filled with is sent if its fields were changed since, so that the server refuses', () => {
  expect(getSaveVersion({ version: 3, notes: 'a' }, { version: 4, notes: 'b' }, 3)).toBe(3)
})

test('a form filled with data that the screen does not know sends its own version', () => {
  expect(getSaveVersion(undefined, { version: 4 }, 2)).toBe(2)
})
