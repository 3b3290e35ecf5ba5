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
  kind.text('Unit type', (item) => item.kind, { width: 220 }),
  kind.number('Units', (item) => item.units, { width: 90, total: true }),
  kind.money('Rent a month', (item) => item.rent, { width: 130 }),
]
const staff = columns<Detail['employees'][number]>()
const employees = [
  staff.text('Employees', (item) => item.employeeType, { width: 180 }),
  staff.number('People', (item) => item.employees, { width: 90, total: true }),
  staff.number('Hours a week', (item) => item.hours, { width: 120 }),
  staff.money('Salary a year', (item) => item.salary, { width: 130 }),
  staff.money('Benefits a year', (item) => item.benefits, { width: 130 }),
  staff.money('Value of rent-free unit', (item) => item.freeUnitValue, { width: 170 }),
]
const debt = columns<Detail['debts'][number]>()
const debts = [
  debt.number('Lien', (item) => item.lien, { width: 70 }),
  debt.text('Lender', (item) => item.lender, { width: 240 }),
  debt.text('Type', (item) => item.debtType, { width: 120 }),
  debt.money('Amount', (item) => item.amount, { width: 140, total: true }),
  debt.text('Rate', (item) => (item.rate === null ? '' : `${item.rate}%`), { width: 90 }),
  debt.number('Term in months', (item) => item.termMonths, { width: 130 }),
  debt.number('Amortized over months', (item) => item.amortizationMonths, { width: 170 }),
  debt.money('Debt service a year', (item) => item.annualDebtService, { width: 150, total: true }),
]

/** A record as it was sent to review: its sheet to be read, asked and printed, and its lists. */
export function Reading({ detail }: PartProps<Detail>) {
  const values = {
    unitMix: detail.unitMix,
    vacancyPercent: detail.vacancyPercent,
    ...formLines.valuesOf(detail),
  }
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
            rowKey={(item) => item.program2013DebtId}
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
            rowKey={(item) => item.program2013EmployeeTypeId}
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
            rowKey={(item) => item.clientKey ?? item.kind ?? ''}
            {...shared}
          />
        </>
      )}
    </Suspense>
  )
}
