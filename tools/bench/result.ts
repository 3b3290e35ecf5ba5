import type { Comparison } from './measure.ts'

/** One line of the results: a measurement with its budget, or without one (`informative`). */
export type Line = {
  title: string
  budget: string
  measured: string
  verdict: 'pass' | 'FAIL' | 'skipped' | 'informative'
  /** How it was measured and against which floor. For a skipped line: why it was skipped. */
  description: string
}

/** Returns the line of a ratio to the floor. `count` is the number of requests in a round. */
export function ratioLine(
  title: string,
  maximum: number | null,
  comparison: Comparison,
  count: number,
  description: string,
): Line {
  const each = (milliseconds: number) =>
    `${(milliseconds / count).toFixed(milliseconds / count < 10 ? 2 : 0)} ms`
  return {
    title,
    budget: maximum === null ? '' : `≤ ${maximum}×`,
    measured: `${comparison.ratio.toFixed(2)}× (${each(comparison.portal)} to ${each(comparison.floor)})`,
    verdict: maximum === null ? 'informative' : comparison.ratio <= maximum ? 'pass' : 'FAIL',
    description: `${description}; ${comparison.rounds} rounds, ${comparison.lowestRatio.toFixed(2)}–${comparison.highestRatio.toFixed(2)}×`,
  }
}

/** Returns the line of an amount with its maximum, if there is one. */
export function amountLine(
  title: string,
  maximum: number | null,
  measured: number,
  unit: string,
  description: string,
): Line {
  const formatValue = (value: number) => `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`
  return {
    title,
    budget: maximum === null ? '' : `≤ ${formatValue(maximum)}`,
    measured: formatValue(measured),
    verdict: maximum === null ? 'informative' : measured <= maximum ? 'pass' : 'FAIL',
    description,
  }
}

/**
 * Returns the line of an amount as a multiple of the floor that was measured in the same run. Only the ratio
 * passes or fails, because the machine may be slow at the moment.
 */
export function floorLine(
  title: string,
  maximum: number | null,
  { value, floor, unit }: { value: number; floor: number; unit: string },
  description: string,
): Line {
  const formatValue = (value: number) => `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`
  const ratio = value / floor
  return {
    title,
    budget: maximum === null ? '' : `≤ ${maximum}×`,
    measured: `${ratio.toFixed(2)}× (${formatValue(value)} to ${formatValue(floor)})`,
    verdict: maximum === null ? 'informative' : ratio <= maximum ? 'pass' : 'FAIL',
    description,
  }
}

/** Returns the line of a check, which passes if there are no faults. */
export const faultsLine = (title: string, faults: readonly string[], description: string): Line => ({
  title,
  budget: 'none',
  measured: faults.length === 0 ? 'none' : faults.join('; '),
  verdict: faults.length === 0 ? 'pass' : 'FAIL',
  description,
})

/** Returns the line of a measurement that was not possible, with the reason. It never counts as passed. */
export const skippedLine = (title: string, budget: string, why: string): Line => ({
  title,
  budget,
  measured: '',
  verdict: 'skipped',
  description: why,
})

/** Prints a line to the console. */
export function printLine(line: Line): void {
  const { verdict, title, measured, budget, description } = line
  console.log(
    `${verdict.padEnd(8)}${title}: ${[measured, budget].filter(Boolean).join(', budget ')}\n${' '.repeat(8)}${description}`,
  )
}

/** Returns the lines as a table in Markdown. */
export function formatMarkdownTable(lines: readonly Line[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = lines.map(({ title, budget, measured, verdict, description }) =>
    [title, budget, measured, verdict === 'informative' ? '' : verdict, description].map(cell).join(' | '),
  )
  return [
    '| what | budget | measured | | how |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}
