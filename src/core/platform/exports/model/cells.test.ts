import { expect, test } from 'vitest'
import { getExportCell } from './cells.ts'

test('getExportCell formats values as the screen does, and leaves amounts and counts as numbers', () => {
  expect(getExportCell({ kind: 'number', prefix: 'IC' }, 12)).toEqual({ value: 'IC-12' })
  expect(getExportCell({ kind: 'number', prefix: 'IC' }, null)).toEqual({ value: null })
  expect(getExportCell({ kind: 'month' }, '2026-03-01')).toEqual({ value: 'March 2026' })
  expect(getExportCell({ kind: 'day' }, '2026-03-05')).toEqual({ value: '03/05/2026' })
  expect(getExportCell({ kind: 'money' }, 1250.5)).toEqual({ value: 1250.5, look: 'money' })
  expect(getExportCell({ labels: { 5: 'Approved' } }, 5)).toEqual({ value: 'Approved' })
})
