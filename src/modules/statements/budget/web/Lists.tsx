import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { Detail } from '../model/budgets.ts'

const staff = columns<Detail['staffing'][number]>()
const staffing = [
  staff.text('Position', (one) => one.title, { width: 240 }),
  staff.number('Hours a week', (one) => one.hours, { width: 120 }),
  staff.money('Salary a year', (one) => one.salary, { width: 140, total: true }),
  staff.text('Charged', (one) => (one.charged === null ? '' : `${one.charged}%`), { width: 110 }),
  staff.text('Rent-free unit', (one) => (one.rentFreeUnit ? 'Yes' : 'No'), { width: 120 }),
]
const work = columns<Detail['capitalPlan'][number]>()
const works = [
  work.text('Work', (one) => one.item, { width: 300 }),
  work.text('Year', (one) => String(one.year ?? ''), { width: 90 }),
  work.money('Cost', (one) => one.cost, { width: 140, total: true }),
]

/** Who works at the property and what is to be replaced, as they were filed. */
export function Lists({ detail }: { detail: Detail }) {
  return (
    <>
      {detail.staffing.length > 0 && (
        <>
          <h2>Staffing</h2>
          <DataTable
            caption="Staffing"
            rows={detail.staffing}
            columns={staffing}
            rowKey={(one) => one.clientKey ?? one.title ?? ''}
            plain
            height="none"
          />
        </>
      )}
      {detail.capitalPlan.length > 0 && (
        <>
          <h2>Capital plan</h2>
          <DataTable
            caption="Capital plan"
            rows={detail.capitalPlan}
            columns={works}
            rowKey={(one) => one.clientKey ?? one.item ?? ''}
            plain
            height="none"
          />
        </>
      )}
    </>
  )
}
