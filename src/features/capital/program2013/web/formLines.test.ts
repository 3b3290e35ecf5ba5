import { expect, test } from 'vitest'
import { z } from 'zod'
import { formLines } from './formLines.ts'

test('a new line is valid with only the fields on the screen, and a faulty one is reported', () => {
  const blank = { hours: null, salary: null, benefits: null, freeUnitValue: null }
  const loan = {
    lien: 1,
    amount: null,
    rate: null,
    termMonths: null,
    amortizationMonths: null,
    annualDebtService: null,
  }
  const form = z.object(formLines.shape)
  const lines = {
    lines: [],
    employees: [{ program2013EmployeeTypeId: 0, ...blank, employeeType: 'Manager', employees: 1 }],
    debts: [{ program2013DebtId: 0, ...loan, lender: 'First Bank of the County', debtType: 'Permanent' }],
  }
  expect(form.safeParse(lines).error?.issues ?? []).toEqual([])
  const { debts, employees } = lines
  const refused = form.safeParse({
    ...lines,
    debts: [{ ...debts[0], lien: 'first' }],
    employees: [{ ...employees[0], employeeType: null }],
  })
  expect(refused.error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'employees.0.employeeType',
    'debts.0.lien',
  ])
})
