import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { MASK } from '../model/index.ts'
import {
  KEY_FILE,
  loadHouseholdKey,
  openHouseholds,
  seal,
  sealHouseholds,
  setHouseholdKey,
  unseal,
} from './index.ts'

const KEY = loadHouseholdKey({ HOUSEHOLD_KEY: 'a key that only this test is to know' }, '/nowhere')
beforeEach(() => setHouseholdKey(KEY))
afterEach(() => setHouseholdKey(KEY))

test('unsealing returns the original text, and sealing the same text twice gives different results', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), (text) => {
      const [firstSealed, other] = [seal(text), seal(text)]
      expect([unseal(firstSealed), unseal(other)]).toEqual([text, text])
      expect(firstSealed).not.toBe(other)
      expect(firstSealed).not.toContain(text.length > 3 ? text : MASK)
    }),
    { numRuns: 50 },
  )
  expect([seal(null), seal(''), unseal(null)]).toEqual([null, null, null])
})

test('unsealing throws if the stored text was changed or was sealed under another key', () => {
  const sealed = seal('Ada Example')!
  const end = sealed.at(-2) === 'A' ? 'B' : 'A'
  expect(() => unseal(`${sealed.slice(0, -2)}${end}${sealed.at(-1)}`)).toThrow()
  setHouseholdKey(loadHouseholdKey({ HOUSEHOLD_KEY: 'another key, as of another server of it' }, '/nowhere'))
  expect(() => unseal(sealed)).toThrow(/stored under key/)
})

test('people without the right see masks, and saving a masked field does not change it', () => {
  const [sealedHousehold] = sealHouseholds(
    [{ id: 7, name: 'Ada Example', income: '21000' }],
    ['name', 'income'],
  )
  expect(openHouseholds([sealedHousehold!], ['name', 'income'], false)).toEqual([
    { id: 7, name: MASK, income: MASK },
  ])
  expect(openHouseholds([sealedHousehold!], ['name', 'income'], true)).toEqual([
    { id: 7, name: 'Ada Example', income: '21000' },
  ])
  const households: { name?: string | null; income?: string | null }[] = [{ name: MASK, income: null }, {}]
  expect(sealHouseholds(households, ['name', 'income'])).toEqual([{ income: null }, {}])
})

test('the key file is created once, readable only by its owner, and a truncated or short key throws', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rooftree-key-'))
  const key = loadHouseholdKey({}, folder)
  expect(loadHouseholdKey({}, folder)).toEqual(key)
  const path = join(folder, KEY_FILE)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  chmodSync(path, 0o600)
  writeFileSync(path, readFileSync(path, 'utf8').slice(0, 10))
  expect(() => loadHouseholdKey({}, folder)).toThrow(/whole key/)
  expect(() => loadHouseholdKey({ HOUSEHOLD_KEY: 'short' }, folder)).toThrow('at least 32 characters')
})
