import { between, chance } from '../../chance.ts'
import type { BooksOf } from './types.ts'

/** Whole dollars of a part in a thousand, in cents. */
const part = (cents: number, thousandths: number): number => Math.round((cents * thousandths) / 100_000) * 100

/**
 * Invents the current assets and liabilities at the end of a year from its results, in cents by account.
 */
export function getLevels(
  { key, units }: BooksOf,
  year: number,
  operations: Readonly<Record<string, number>>,
  months: number,
) {
  const draw = (code: string, low: number, high: number) => between(`level ${code} ${key} ${year}`, low, high)
  const full = (code: string) => Math.round(((operations[code] ?? 0) * 12) / months)
  const rent = full('5120')
  const receivable = part(rent, draw('1130', 3, 12))
  const deposits = units * between(`deposit ${key}`, 240, 420) * 100
  const paid = ['6311', '6350', '6390', '6450', '6451', '6452', '6453', '6515', '6520', '6525'].reduce(
    (sum, code) => sum + full(code),
    0,
  )
  return {
    1110: 30_000,
    1130: receivable,
    1131: part(receivable, 300),
    1191: deposits + draw('1191', 0, 90) * 1000,
    1240: part(full('6720'), draw('1240', 200, 600)),
    1310: part(full('6710') + full('6720'), draw('1310', 380, 520)),
    2110: part(paid, draw('2110', 40, 90)),
    2120: part(full('6310') + full('6510'), draw('2120', 10, 30)),
    2123: chance(`fee unpaid ${key} ${year}`, 30) ? part(full('6320'), 83) : 0,
    2150: part(full('6710'), draw('2150', 300, 550)),
    2191: deposits,
    2210: part(rent, draw('2210', 2, 7)),
  }
}
