import { expect, test } from 'vitest'
import { cellOf } from './cells.ts'

test('values stand in a file as the screen shows them, amounts and counts as numbers', () => {
  expect(cellOf({ kind: 'number', prefix: 'IC' }, 12)).toEqual({ value: 'IC-12' })
  expect(cellOf({ kind: 'number', prefix: 'IC' }, null)).toEqual({ value: null })
  expect(cellOf({ kind: 'month' }, '2026-03-01')).toEqual({ value: 'March 2026' })
  expect(cellOf({ kind: 'day' }, '2026-03-05')).toEqual({ value: '03/05/2026' })
  expect(cellOf({ kind: 'money' }, 1250.5)).toEqual({ value: 1250.5, look: 'money' })
  expect(cellOf({ labels: { 5: 'Approved' } }, 5)).toEqual({ value: 'Approved' })
})
