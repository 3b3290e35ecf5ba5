import { expect, test } from 'vitest'
import { displayValue } from './display.ts'

test('FMT-05 FMT-06 VAL-12 a read-only money field shows whole dollars unless rounding is off', () => {
  expect(displayValue({ kind: 'money' }, 1234.5)).toBe('$1,235')
  expect(displayValue({ kind: 'money', rounding: false }, 1234.5)).toBe('$1,234.50')
})

test('FMT-01 a read-only day is shown as MM/DD/YYYY, and an unreadable text unchanged', () => {
  expect(displayValue({ kind: 'day' }, '2026-03-05')).toBe('03/05/2026')
  expect(displayValue({ kind: 'day' }, '02/31/2026')).toBe('02/31/2026')
})

test('percents are shown from points, and plain numbers such as years have no thousands separator', () => {
  expect(displayValue({ kind: 'percent' }, 5.5)).toBe('5.50%')
  expect(displayValue({ kind: 'percent' }, 5.1234)).toBe('5.1234%')
  expect(displayValue({ kind: 'number' }, 1234)).toBe('1,234')
  expect(displayValue({ kind: 'number', plain: true }, 2026)).toBe('2026')
})

test('choices are shown by their labels, ENT-07 new entries by the typed label, VAL-03 flags as Yes and No', () => {
  const options = [
    { value: 1, label: 'One' },
    { value: 2, label: 'Two' },
  ]
  expect(displayValue({ kind: 'choice' }, 2, options)).toBe('Two')
  expect(displayValue({ kind: 'choice' }, [1, 2], options)).toBe('One, Two')
  expect(displayValue({ kind: 'choice' }, { id: 0, label: 'Roof' })).toBe('Roof')
  expect(displayValue({ kind: 'flag' }, false)).toBe('No')
})

test('an empty value is shown as a dash', () => {
  for (const nothing of [null, undefined, '', []]) expect(displayValue({ kind: 'text' }, nothing)).toBe('—')
})
