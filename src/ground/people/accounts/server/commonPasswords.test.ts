import { expect, test } from 'vitest'
import { isCommon } from './commonPasswords.ts'

test.each([
  '1qaz2wsx3edc',
  'QWERTY123456',
  'administrator',
  'Password1234!',
  'P@ssw0rd2026!!',
  '***sunshine***2026',
  'passwordpassword',
  '2026 Football 2026',
])('%s is among those that are tried first', async (password) => {
  expect(await isCommon(password)).toBe(true)
})

test.each([
  'correct horse battery',
  'seven quiet otters',
  'administrators of rivers',
  '493027561840',
  'gravel-Monday-teapot',
])('%s may be chosen', async (password) => {
  expect(await isCommon(password)).toBe(false)
})
