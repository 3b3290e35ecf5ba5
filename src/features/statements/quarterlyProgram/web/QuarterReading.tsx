import { Alert } from '@mantine/core'
import type { PartProps, ReviewValues } from '#engines/review/web/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { isFiled } from '#kernel/model/status.ts'
import { getField } from '#ui/form/Field.tsx'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { TCAP, type TCAPQuarter } from '../model/entities.ts'
import { monthName } from '../model/periods.ts'
import type { MonthOfQuarter, QuarterDetail } from '../model/quarters.ts'
import { agingNames } from '../model/ties.ts'
import styles from './quarterlyProgram.module.css'
import { useOutdateOnStatus } from './useStale.ts'
import { describeCountedMonths, describeCoverage, describeOccupancy } from './words.ts'

const Field = getField<ReviewValues<typeof TCAPQuarter>>()

type Line = MonthOfQuarter & { propertyId: number }
const col = columns<Line>()
const getLabel = (name: keyof typeof TCAP.fields) => TCAP.fields[name].meta()?.label as string
const counts = [
  'moveIns',
  'moveOuts',
  'evictions',
  'policeCalls',
  'claimsFiled',
  'vacantUnits',
  'waitingList',
] as const
const statusColumn = col.chip(
  'Status',
  (line) => (line.required ? line.statusLabel : 'Not in the program'),
  (line) => statusTone(line.statusId),
  { width: 170 },
)
const monthColumn = col.link(
  'Month',
  (line) => monthName(line.periodDate),
  (line) => (line.required || line.tcapId ? getPath(line) : null),
  { width: 150 },
)
const getPath = ({ propertyId, periodDate }: Line) => `/TCAP/${propertyId}/${periodDate}`
const figureColumns = [
  monthColumn,
  statusColumn,
  col.date('Due', (line) => line.dueDate, { width: 100 }),
  col.moment('Submitted', (line) => line.submitted, { width: 150 }),
  col.money('Revenue', (line) => line.totals?.revenue, { width: 115, total: true }),
  col.money('Cost of operations', (line) => line.totals?.expenses, { width: 130, total: true }),
  col.money('Net operating income', (line) => line.totals?.operatingIncome, { width: 130, total: true }),
  col.money('Debt service', (line) => line.totals?.debtService, { width: 115, total: true }),
  col.money('Cash left', (line) => line.totals?.cashLeft, { width: 115, total: true }),
]
const activityColumns = [
  monthColumn,
  ...counts.map((name) => col.number(getLabel(name), (line) => line[name], { width: 120 })),
]
const payableColumns = [
  monthColumn,
  ...agingNames.map((name) => col.money(getLabel(name), (line) => line[name], { width: 140 })),
]

/** The filed quarter: its months, their sums in the year so far, and where each figure comes from. */
export function ReadOnlyQuarter({ detail }: PartProps<QuarterDetail>) {
  useOutdateOnStatus(['tcap', 'tcapprogram'], detail.statusId)
  const rows = detail.months.map((monthColumn) => ({ ...monthColumn, propertyId: detail.propertyId }))
  const shared = { rows, rowKey: (line: Line) => line.periodDate, plain: true, height: 'none' } as const
  const missingMonths = detail.months.filter(
    (monthColumn) => monthColumn.required && !isFiled(monthColumn.statusId),
  )
  return (
    <>
      {missingMonths.length > 0 && (
        <Alert color="yellow" title="The quarter cannot be accepted yet">
          {missingMonths.map((wait) => `${monthName(wait.periodDate)}: ${wait.statusLabel}.`).join(' ')}
        </Alert>
      )}
      <h2>Months</h2>
      <DataTable caption="Months" columns={figureColumns} {...shared} />
      <h2>Activity</h2>
      <DataTable caption="Activity" columns={activityColumns} {...shared} />
      <h2>Payables by age</h2>
      <DataTable caption="Payables by age" columns={payableColumns} {...shared} />
      <h2>Year to date</h2>
      <YearToDate detail={detail} />
    </>
  )
}

/** Shows the figures of the year to date, each with its formula and inputs. */
function YearToDate({ detail }: { detail: QuarterDetail }) {
  const { budget, cashFlow, toDate } = detail
  const isLow = toDate.coverage !== null && toDate.coverage < detail.leastCoverage
  return (
    <ul>
      <li>{describeCountedMonths(detail)}</li>
      <li className={isLow ? styles.low : undefined}>
        {describeCoverage(detail)}
        {isLow && ` Below ${detail.leastCoverage.toFixed(2)}.`}
      </li>
      <li>{describeOccupancy(detail)}</li>
      {budget && (
        <li>
          Revenue {formatMoney(toDate.flows.revenue)}, budgeted {formatMoney(budget.revenue)}; cost of
          operations {formatMoney(toDate.flows.expenses)}, budgeted {formatMoney(budget.expenses)}:{' '}
          {budget.elapsed} of {budget.months} months of the approved {budget.budgetYear} budget,{' '}
          {budget.requestNumber}.
        </li>
      )}
      {cashFlow && (
        <li>
          TCR reserve: {cashFlow.percent}% of the cash left of {formatMoney(toDate.flows.cashLeft)} is{' '}
          {formatMoney(cashFlow.due)}; deposited in the year {formatMoney(cashFlow.deposited)}, by the ledger
          of the cash-flow reserve.
        </li>
      )}
    </ul>
  )
}

/** The reviewer's form of a quarter. */
export const QuarterReviewForm = (props: PartProps<QuarterDetail>) => (
  <>
    <ReadOnlyQuarter {...props} />
    <Field name="reviewComments" rows={3} help="The company reads them once the quarter is decided." />
  </>
)
