import { expect, test } from 'vitest'
import { z } from 'zod'
import { formLines } from './formLines.ts'

test('a line that is not stored yet passes the form with what stands on the screen alone', () => {
  const form = z.object(formLines.shape)
  const lines = {
    lines: [],
    employees: [{ program2013EmployeeTypeId: 0, employeeType: 'Manager', employees: 1, hours: 40 }],
    debts: [{ program2013DebtId: 0, lender: 'First Bank of the County', debtType: 'Permanent', lien: 1 }],
  }
  expect(form.safeParse(lines).error?.issues ?? []).toEqual([])
  const refused = form.safeParse({ ...lines, debts: [{ program2013DebtId: 0, lien: 'first' }] })
  expect(refused.error?.issues.map(({ path }) => path.join('.'))).toEqual(['debts.0.lien'])
})
