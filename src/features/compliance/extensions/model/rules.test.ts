import { expect, test } from 'vitest'
import { REQUIRED } from '#kernel/model/field.ts'
import { type ExtensionInput, type ExtensionTask, getExtensionFaults } from './rules.ts'

test('domain 39: an extension must be after the due date, at most 30 days after the original one, and have a reason', () => {
  const query: ExtensionInput = { requestedDueDate: '2026-04-30', reason: 'The auditor fell ill' }
  const task: ExtensionTask = {
    task: 'AFS, 2025',
    open: true,
    dueDate: '2026-03-31',
    originalDueDate: '2026-03-31',
    mostDays: 30,
  }
  const fields = (change: Partial<ExtensionInput & ExtensionTask>) =>
    getExtensionFaults({ ...query, ...change }, { ...task, ...change }).map((fault) => fault.field)
  expect(fields({})).toEqual([])
  expect(fields({ requestedDueDate: '2026-05-01' })).toEqual(['requestedDueDate'])
  expect(fields({ requestedDueDate: '2026-03-31' })).toEqual(['requestedDueDate'])
  expect(fields({ requestedDueDate: null, reason: ' ' })).toEqual(['requestedDueDate', 'reason'])
  expect(fields({ dueDate: '2026-04-30' })).toEqual(['requestedDueDate'])
  expect(fields({ open: false })).toEqual([''])
  expect(getExtensionFaults({ ...query, reason: null }, task)).toEqual([
    { field: 'reason', message: REQUIRED },
  ])
})
