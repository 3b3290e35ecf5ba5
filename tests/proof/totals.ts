import { computeSum, divideRounded } from './base.ts'
import type { Rows } from './occupancy.ts'

/** Totals of rows, computed independently of the product from the known values; null if none is known. */

export type Totals = Readonly<Record<string, (rows: Rows) => number | null>>

const getNumbers = (rows: Rows, name: string): number[] =>
  rows.flatMap((row) => {
    const value = row[name] ?? null
    return value === null ? [] : [Number(value)]
  })
const aggregate =
  (compute: (values: number[]) => number | null) =>
  (name: string) =>
  (rows: Rows): number | null => {
    const values = getNumbers(rows, name)
    return values.length === 0 ? null : compute(values)
  }
const HUNDREDTHS = 100

/** Sums figures with at most two decimals. */
export const sum = aggregate(
  (values) => computeSum(values, (number) => Math.round(number * HUNDREDTHS)) / HUNDREDTHS,
)
export const highest = aggregate((values) => values.reduce((maximum, number) => Math.max(maximum, number)))
export const lowest = aggregate((values) => values.reduce((minimum, number) => Math.min(minimum, number)))
/** Averages the rows that have a figure, to the hundredth. */
export const mean = aggregate((values) =>
  divideRounded(
    computeSum(values, (number) => Math.round(number * HUNDREDTHS)),
    HUNDREDTHS * values.length,
    2,
  ),
)
/** Computes one sum in percent of another. */
export const computePercent = (part: string, baseName: string) => (rows: Rows) => {
  const [top, bottom] = [sum(part)(rows), sum(baseName)(rows)]
  return top === null || bottom === null
    ? null
    : divideRounded(100 * top * HUNDREDTHS, bottom * HUNDREDTHS, 2)
}
