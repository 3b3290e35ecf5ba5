import type { Chart } from '#core/money/chart/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { createCentsReader } from './compute.ts'
import type { CheckedRow } from './import.ts'

/** A total in a file, and the sum of the file’s own lines for it; both in dollars. */
export type TotalDifference = {
  row: number
  code: string
  name: string
  column: string
  file: number
  lines: number
}

type Totals = {
  chart: Pick<Chart, 'countedByTotal'>
  columns: readonly { key: string; label: string; open: boolean }[]
}

/**
 * Returns the totals in a file that differ from the sums of the lines that would be imported: a line was
 * left out, was read wrongly, or is not in the chart. `rows` are all rows of the file, including totals.
 */
export function getDifferences(rows: readonly CheckedRow[], { chart, columns }: Totals): TotalDifference[] {
  const ready = rows.filter(
    ({ leftOutReason: left, faults, code }) => left === null && faults.length === 0 && code !== null,
  )
  return columns.flatMap(({ key, label, open }) => {
    if (!open) return []
    const centsByCode = new Map(ready.map(({ code, amounts }) => [code!, toCents(amounts[key] ?? 0)]))
    const read = createCentsReader(chart, centsByCode)
    return rows.flatMap(({ row, code, name, amounts }): TotalDifference[] => {
      const stated = amounts[key]
      if (code === null || !chart.countedByTotal.has(code) || stated === null || stated === undefined)
        return []
      const lines = fromCents(read(code))
      return lines === stated ? [] : [{ row, code, name, column: label, file: stated, lines }]
    })
  })
}
