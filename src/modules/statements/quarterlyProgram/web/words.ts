import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { coverageText } from '#modules/statements/budget/model/index.ts'
import { carriedWords } from '../model/month.ts'
import type { MonthDetail } from '../model/months.ts'
import { monthList, monthName } from '../model/periods.ts'
import type { QuarterDetail } from '../model/quarters.ts'

export const shown = (day: string | null) => formatDate(day, 'MM/DD/YYYY')
export const percentText = (percent: number | null) => (percent === null ? '' : `${percent.toFixed(2)}%`)

/** Returns the facts shown above a month. */
export const monthFacts = (detail: MonthDetail) => [
  { label: 'Month', value: monthName(detail.periodDate) },
  { label: 'Due', value: shown(detail.dueDate) },
  { label: 'Program', value: detail.program },
  { label: 'Units', value: detail.units },
  {
    label: 'Year to date',
    value:
      detail.before.months.length + detail.before.missing.length === 0
        ? `begins with ${monthName(detail.first)}`
        : `carried from ${carriedWords(detail.before)}`,
  },
  {
    label: 'Budget to date',
    value: detail.budget
      ? `${detail.budget.elapsed} of ${detail.budget.months} months of ${detail.budget.requestNumber}`
      : 'none was approved',
  },
]

/**
 * `Net operating income 30,000.00 less reserve deposits 3,600.00, over debt service 18,900.00: 1.40`: where
 * it comes from.
 */
export function coverageWords({ toDate: { flows, coverage }, coverageAfterReserve }: QuarterDetail): string {
  const deposits = coverageAfterReserve ? ` less reserve deposits ${formatMoney(flows.reserveDeposits)}` : ''
  return `Debt coverage ${coverageText(coverage)}: net operating income ${formatMoney(flows.operatingIncome)}${deposits}, over debt service ${formatMoney(flows.debtService)}.`
}

/** How occupancy of the year to date comes about. */
export const occupancyWords = ({ toDate: { occupancy, unitMonths, vacantMonths } }: QuarterDetail): string =>
  `Occupancy ${percentText(occupancy)}: ${unitMonths - vacantMonths} of ${unitMonths} units times months were occupied.`

/** Which months the year to date holds, and which it lacks. */
export const countedWords = ({
  toDate: { from, through, counted: monthCount, missing },
}: QuarterDetail): string =>
  `Year to date from ${shown(from)} to ${shown(through)}: the months’ own figures added up, ${monthCount} of ${monthCount + missing.length} months${missing.length > 0 ? `, without ${monthList(missing)}` : ''}.`
