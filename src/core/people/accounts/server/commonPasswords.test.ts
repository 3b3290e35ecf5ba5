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
])('%s is a common password', async (password) => {
  expect(await isCommon(password)).toBe(true)
})

test.each([
  'correct horse battery',
  'seven quiet otters',
  'administrators of rivers',
  '493027561840',
  'gravel-Monday-teapot',
])('%s is not a common password', async (password) => {
  expect(await isCommon(password)).toBe(false)
})
