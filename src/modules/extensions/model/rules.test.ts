import { expect, test } from 'vitest'
import { extensionFaults } from './rules.ts'

test('domain 39: an extension lies after the due date, at most 30 days after the original, and has a reason', () => {
  const asked = {
    requestedDueDate: '2026-04-30',
    reason: 'The auditor fell ill',
    dueDate: '2026-03-31',
    originalDueDate: '2026-03-31',
    mostDays: 30,
    today: '2026-03-31',
    forCompany: true,
  }
  const fields = (change: Partial<typeof asked> & { requestedDueDate?: string }) =>
    extensionFaults({ ...asked, ...change }).map((fault) => fault.field)
  expect(fields({})).toEqual([])
  expect(fields({ requestedDueDate: '2026-05-01' })).toEqual(['requestedDueDate'])
  expect(fields({ requestedDueDate: '2026-03-31' })).toEqual(['requestedDueDate'])
  expect(fields({ requestedDueDate: '', reason: ' ' })).toEqual(['requestedDueDate', 'reason'])
  expect(fields({ today: '2026-04-01' })).toEqual([''])
  expect(fields({ today: '2026-04-01', forCompany: false })).toEqual([])
})
