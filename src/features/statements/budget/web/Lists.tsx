import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { Detail } from '../model/budgets.ts'

const staff = columns<Detail['staffing'][number]>()
const staffing = [
  staff.text('Position', (item) => item.title, { width: 240 }),
  staff.number('Hours a week', (item) => item.hours, { width: 120 }),
  staff.money('Salary a year', (item) => item.salary, { width: 140, total: true }),
  staff.text('Charged', (item) => (item.charged === null ? '' : `${item.charged}%`), { width: 110 }),
  staff.text('Rent-free unit', (item) => (item.rentFreeUnit ? 'Yes' : 'No'), { width: 120 }),
]
const work = columns<Detail['capitalPlan'][number]>()
const works = [
  work.text('Work', (item) => item.item, { width: 300 }),
  work.text('Year', (item) => String(item.year ?? ''), { width: 90 }),
  work.money('Cost', (item) => item.cost, { width: 140, total: true }),
]

/** Tables of the positions and planned work as they were filed. */
export function StaffingAndPlan({ detail }: { detail: Detail }) {
  return (
    <>
      {detail.staffing.length > 0 && (
        <>
          <h2>Staffing</h2>
          <DataTable
            caption="Staffing"
            rows={detail.staffing}
            columns={staffing}
            rowKey={(item) => item.clientKey ?? item.title ?? ''}
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
            rowKey={(item) => item.clientKey ?? item.item ?? ''}
            plain
            height="none"
          />
        </>
      )}
    </>
  )
}
