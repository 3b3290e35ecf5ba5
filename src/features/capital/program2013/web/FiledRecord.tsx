import { Suspense } from 'react'
import { z } from 'zod'
import type { PartProps } from '#engines/review/web/index.ts'
import { Form } from '#ui/form/Form.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { Program2013 } from '../model/entities.ts'
import type { RecordDetail } from '../model/records.ts'
import { formLines } from './formLines.ts'
import { Sheet } from './Sheet.tsx'

const { unitMix, vacancyPercent } = Program2013.fields
const schema = z.object({ unitMix, vacancyPercent, ...formLines.shape })

const unitColumn = columns<RecordDetail['unitMix'][number]>()
const unitColumns = [
  unitColumn.text('Unit type', (item) => item.kind, { width: 220 }),
  unitColumn.number('Units', (item) => item.units, { width: 90, total: true }),
  unitColumn.money('Rent a month', (item) => item.rent, { width: 130 }),
]
const employeeColumn = columns<RecordDetail['employees'][number]>()
const employeeColumns = [
  employeeColumn.text('Employees', (item) => item.employeeType, { width: 180 }),
  employeeColumn.number('People', (item) => item.employees, { width: 90, total: true }),
  employeeColumn.number('Hours a week', (item) => item.hours, { width: 120 }),
  employeeColumn.money('Salary a year', (item) => item.salary, { width: 130 }),
  employeeColumn.money('Benefits a year', (item) => item.benefits, { width: 130 }),
  employeeColumn.money('Value of rent-free unit', (item) => item.freeUnitValue, { width: 170 }),
]
const debtColumn = columns<RecordDetail['debts'][number]>()
const debtColumns = [
  debtColumn.number('Lien', (item) => item.lien, { width: 70 }),
  debtColumn.text('Lender', (item) => item.lender, { width: 240 }),
  debtColumn.text('Type', (item) => item.debtType, { width: 120 }),
  debtColumn.money('Amount', (item) => item.amount, { width: 140, total: true }),
  debtColumn.text('Rate', (item) => (item.rate === null ? '' : `${item.rate}%`), { width: 90 }),
  debtColumn.number('Term in months', (item) => item.termMonths, { width: 130 }),
  debtColumn.number('Amortized over months', (item) => item.amortizationMonths, { width: 170 }),
  debtColumn.money('Debt service a year', (item) => item.annualDebtService, { width: 150, total: true }),
]

/** Shows a record that was sent to review, read-only: its sheet and its lists. */
export function FiledRecord({ detail }: PartProps<RecordDetail>) {
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
            columns={debtColumns}
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
            columns={employeeColumns}
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
            columns={unitColumns}
            rowKey={(item) => item.clientKey ?? item.kind ?? ''}
            {...shared}
          />
        </>
      )}
    </Suspense>
  )
}
