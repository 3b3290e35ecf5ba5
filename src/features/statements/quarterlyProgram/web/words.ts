import { formatCoverage } from '#features/statements/budget/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { describeCarriedMonths } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { joinMonthNames, monthName } from '../model/periods.ts'
import type { QuarterDetail } from '../model/quarters.ts'

/** Formats a day as MM/DD/YYYY, or as an empty text. */
export const formatDay = (day: string | null) => formatDate(day, 'MM/DD/YYYY')
export const formatPercent = (percent: number | null) => (percent === null ? '' : `${percent.toFixed(2)}%`)

/** Returns the facts shown above a month. */
export const getMonthFacts = (detail: MonthDetail) => [
  { label: 'Month', value: monthName(detail.periodDate) },
  { label: 'Due', value: formatDay(detail.dueDate) },
  { label: 'Program', value: detail.program },
  { label: 'Units', value: detail.units },
  {
    label: 'Year to date',
    value:
      detail.before.months.length + detail.before.missing.length === 0
        ? `begins with ${monthName(detail.first)}`
        : `carried from ${describeCarriedMonths(detail.before)}`,
  },
  {
    label: 'Budget to date',
    value: detail.budget
      ? `${detail.budget.elapsed} of ${detail.budget.months} months of ${detail.budget.requestNumber}`
      : 'none was approved',
  },
]

/** Describes how the debt coverage of the year to date was computed, with its figures. */
export function describeCoverage({
  toDate: { flows, coverage },
  coverageAfterReserve,
}: QuarterDetail): string {
  const deposits = coverageAfterReserve ? ` less reserve deposits ${formatMoney(flows.reserveDeposits)}` : ''
  return `Debt coverage ${formatCoverage(coverage)}: net operating income ${formatMoney(flows.operatingIncome)}${deposits}, over debt service ${formatMoney(flows.debtService)}.`
}

/** Describes how the occupancy of the year to date was computed. */
export const describeOccupancy = ({
  toDate: { occupancy, unitMonths, vacantMonths },
}: QuarterDetail): string =>
  `Occupancy ${formatPercent(occupancy)}: ${unitMonths - vacantMonths} of ${unitMonths} units times months were occupied.`

/** Describes which months the year to date includes and which are missing. */
export const describeCountedMonths = ({
  toDate: { from, through, counted: monthCount, missing },
}: QuarterDetail): string =>
  `Year to date from ${formatDay(from)} to ${formatDay(through)}: the months’ own figures added up, ${monthCount} of ${monthCount + missing.length} months${missing.length > 0 ? `, without ${joinMonthNames(missing)}` : ''}.`
