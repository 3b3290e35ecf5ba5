import { expect, test } from 'vitest'
import type { SettingKind } from '#kernel/model/setting.ts'
import { readSettingValue } from './values.ts'

test.each<[SettingKind, unknown, unknown]>([
  ['money', '$1,234.50 ', 1234.5],
  ['money', 0, 0],
  ['percent', '8.25%', 8.25],
  ['percent', 100, 100],
  ['number', '0.85', 0.85],
  ['days', ' 30 ', 30],
  ['dayOfYear', '11/5', '11-05'],
  ['dayOfYear', '11-15', '11-15'],
  ['flag', 'True', true],
  ['flag', false, false],
  ['text', '  reserves@agency.example ', 'reserves@agency.example'],
])('%s: %j is read as %j', (kind, payload, value) => {
  expect(readSettingValue({ kind }, payload)).toEqual({ value })
})

test.each<[SettingKind, unknown]>([
  ['money', -1],
  ['money', 'much'],
  ['money', true],
  ['money', ''],
  ['percent', 100.01],
  ['percent', -0.5],
  ['number', ''],
  ['number', Number.NaN],
  ['number', '1e99'],
  ['days', 1.5],
  ['days', 3651],
  ['dayOfYear', '02-29'],
  ['dayOfYear', '13-01'],
  ['dayOfYear', 'November'],
  ['flag', 'yes'],
  ['flag', 1],
  ['text', ' '],
  ['text', 'x'.repeat(501)],
  ['text', 5],
])('%s: %j is refused', (kind, payload) => {
  expect(readSettingValue({ kind }, payload)).toHaveProperty('fault')
})
