import { computePerUnit } from '#core/money/reserves/model/index.ts'
import { addMonths } from '#kernel/model/dates.ts'
import { sumMoney } from '#kernel/model/money.ts'

/** A month with the balances in dollars at its end: under the suspension, and with deposits going on. */
export type ProjectedMonth = {
  month: string
  suspended: number
  withDeposits: number
  perUnit: number
  inTerm: boolean
}
type ProjectionInput = {
  account: { balance: number; monthlyDeposit: number; units: number }
  startMonth: string
  endMonth: string
}

const MAX_MONTHS = 60
const toMonthStart = (day: string): string => `${day.slice(0, 7)}-01`

/**
 * Returns the reserve's balance at the end of each month from today's to the one after the last without a
 * deposit, in dollars: under the request, and with deposits continuing. Omits future interest and draws,
 * which are unknown.
 */
export function projectBalance(
  today: string,
  { account, startMonth, endMonth }: ProjectionInput,
): ProjectedMonth[] {
  const months: ProjectedMonth[] = []
  let suspended = account.balance
  let going = account.balance
  const [firstMonth, monthAfter] = [toMonthStart(startMonth), addMonths(toMonthStart(endMonth), 1)]
  for (
    let month = toMonthStart(today);
    month <= monthAfter && months.length < MAX_MONTHS;
    month = addMonths(month, 1)
  ) {
    const inTerm = month >= firstMonth && month < monthAfter
    // The balance of the present month already includes its deposit if it was received, so nothing is added.
    if (months.length > 0) {
      going = sumMoney([going, account.monthlyDeposit])
      if (!inTerm) suspended = sumMoney([suspended, account.monthlyDeposit])
    }
    months.push({
      month,
      suspended,
      withDeposits: going,
      inTerm,
      perUnit: computePerUnit(suspended, account.units),
    })
  }
  return months
}
