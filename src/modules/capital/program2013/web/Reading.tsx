import { Suspense } from 'react'
import { z } from 'zod'
import type { PartProps } from '#review/web/index.ts'
import { Form } from '#ui/form/Form.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { Program2013 } from '../model/entities.ts'
import type { Detail } from '../model/records.ts'
import { formLines } from './formLines.ts'
import { Sheet } from './Sheet.tsx'

const { unitMix, vacancyPercent } = Program2013.fields
const schema = z.object({ unitMix, vacancyPercent, ...formLines.shape })

const kind = columns<Detail['unitMix'][number]>()
const unitKinds = [
  kind.text('Unit type', (one) => one.kind, { width: 220 }),
  kind.number('Units', (one) => one.units, { width: 90, total: true }),
  kind.money('Rent a month', (one) => one.rent, { width: 130 }),
]
const staff = columns<Detail['employees'][number]>()
const employees = [
  staff.text('Employees', (one) => one.employeeType, { width: 180 }),
  staff.number('People', (one) => one.employees, { width: 90, total: true }),
  staff.number('Hours a week', (one) => one.hours, { width: 120 }),
  staff.money('Salary a year', (one) => one.salary, { width: 130 }),
  staff.money('Benefits a year', (one) => one.benefits, { width: 130 }),
  staff.money('Value of rent-free unit', (one) => one.freeUnitValue, { width: 170 }),
]
const debt = columns<Detail['debts'][number]>()
const debts = [
  debt.number('Lien', (one) => one.lien, { width: 70 }),
  debt.text('Lender', (one) => one.lender, { width: 240 }),
  debt.text('Type', (one) => one.debtType, { width: 120 }),
  debt.money('Amount', (one) => one.amount, { width: 140, total: true }),
  debt.text('Rate', (one) => (one.rate === null ? '' : `${one.rate}%`), { width: 90 }),
  debt.number('Term in months', (one) => one.termMonths, { width: 130 }),
  debt.number('Amortized over months', (one) => one.amortizationMonths, { width: 170 }),
  debt.money('Debt service a year', (one) => one.annualDebtService, { width: 150, total: true }),
]

/** A record as it was sent to review: its sheet to be read, asked and printed, and its lists. */
export function Reading({ detail }: PartProps<Detail>) {
  const values = { unitMix: detail.unitMix, vacancyPercent: detail.vacancyPercent, ...formLines.valuesOf(detail) }
  const shared = { plain: true, height: 'none' } as const
  return (
    <Suspense>
      <Form schema={schema} values={values} readOnly label="Income and expense">
        <Sheet detail={detail} readOnly />
      </Form>
      {detail.debts.length > 0 && (
        <>
          <h2>Debts</h2>
          <DataTable
            caption="Debts"
            rows={detail.debts}
            columns={debts}
            rowKey={(one) => one.program2013DebtId}
            {...shared}
          />
        </>
      )}
      {detail.employees.length > 0 && (
        <>
          <h2>Employees</h2>
          <DataTable
            caption="Employees"
            rows={detail.employees}
            columns={employees}
            rowKey={(one) => one.program2013EmployeeTypeId}
            {...shared}
          />
        </>
      )}
      {detail.unitMix.length > 0 && (
        <>
          <h2>Unit mix</h2>
          <DataTable
            caption="Unit mix"
            rows={detail.unitMix}
            columns={unitKinds}
            rowKey={(one) => one.clientKey ?? one.kind ?? ''}
            {...shared}
          />
        </>
      )}
    </Suspense>
  )
}
