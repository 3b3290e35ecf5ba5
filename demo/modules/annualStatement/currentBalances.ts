import { drawBetween, drawChance } from '../../chance.ts'
import type { BooksInput } from './types.ts'

/** Returns so many thousandths of an amount, rounded to whole dollars, in cents. */
const takeThousandths = (cents: number, thousandths: number): number =>
  Math.round((cents * thousandths) / 100_000) * 100

/**
 * Invents the current assets and liabilities at the end of a year from its results, in cents by account.
 */
export function inventCurrentBalances(
  { key, units }: BooksInput,
  year: number,
  operations: Readonly<Record<string, number>>,
  months: number,
) {
  const drawThousandths = (code: string, low: number, high: number) =>
    drawBetween(`level ${code} ${key} ${year}`, low, high)
  const getFullYear = (code: string) => Math.round(((operations[code] ?? 0) * 12) / months)
  const rent = getFullYear('5120')
  const receivable = takeThousandths(rent, drawThousandths('1130', 3, 12))
  const deposits = units * drawBetween(`deposit ${key}`, 240, 420) * 100
  const paidExpenses = [
    '6311',
    '6350',
    '6390',
    '6450',
    '6451',
    '6452',
    '6453',
    '6515',
    '6520',
    '6525',
  ].reduce((sum, code) => sum + getFullYear(code), 0)
  return {
    1110: 30_000,
    1130: receivable,
    1131: takeThousandths(receivable, 300),
    1191: deposits + drawThousandths('1191', 0, 90) * 1000,
    1240: takeThousandths(getFullYear('6720'), drawThousandths('1240', 200, 600)),
    1310: takeThousandths(getFullYear('6710') + getFullYear('6720'), drawThousandths('1310', 380, 520)),
    2110: takeThousandths(paidExpenses, drawThousandths('2110', 40, 90)),
    2120: takeThousandths(getFullYear('6310') + getFullYear('6510'), drawThousandths('2120', 10, 30)),
    2123: drawChance(`fee unpaid ${key} ${year}`, 30) ? takeThousandths(getFullYear('6320'), 83) : 0,
    2150: takeThousandths(getFullYear('6710'), drawThousandths('2150', 300, 550)),
    2191: deposits,
    2210: takeThousandths(rent, drawThousandths('2210', 2, 7)),
  }
}
