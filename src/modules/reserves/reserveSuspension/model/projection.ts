import { addMonths } from '#kernel/model/dates.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { perUnit } from '#modules/reserves/replacementReserve/model/index.ts'

export type Month = { month: string; suspended: number; going: number; perUnit: number; inTerm: boolean }
type Given = {
  account: { balance: number; monthlyDeposit: number; units: number }
  startMonth: string
  endMonth: string
}

const MOST_MONTHS = 60
const first = (day: string): string => `${day.slice(0, 7)}-01`

/**
 * Returns the reserve's balance at the end of each month from today's to the one after the last without a
 * deposit, in dollars: under the request, and with deposits continuing. Omits future interest and draws,
 * which are unknown.
 */
export function projection(today: string, { account, startMonth, endMonth }: Given): Month[] {
  const months: Month[] = []
  let suspended = account.balance
  let going = account.balance
  const [begin, end] = [first(startMonth), addMonths(first(endMonth), 1)]
  for (let month = first(today); month <= end && months.length < MOST_MONTHS; month = addMonths(month, 1)) {
    const inTerm = month >= begin && month < end
    // What falls due in the present month is counted in its balance as far as it was received.
    if (months.length > 0) {
      going = sumMoney([going, account.monthlyDeposit])
      if (!inTerm) suspended = sumMoney([suspended, account.monthlyDeposit])
    }
    months.push({ month, suspended, going, inTerm, perUnit: perUnit(suspended, account.units) })
  }
  return months
}
