import { expect, test } from 'vitest'
import { formatSetting } from './settingText.ts'

test.each([
  ['percent', 'percent points', 10, '10%'],
  ['percent', 'percent of the average', 20, '20% of the average'],
  ['percent', null, 8.25, '8.25%'],
  ['money', 'per unit', 1000, '$1,000.00 per unit'],
  ['days', 'days', 30, '30 days'],
  ['flag', null, true, 'Yes'],
  ['dayOfYear', null, '03-31', '03/31'],
] as const)('a setting of the kind %s in %s with the value %s reads %s', (kind, unit, value, text) => {
  expect(formatSetting({ kind, unit }, value)).toBe(text)
})
