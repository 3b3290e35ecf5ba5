import type { Comparison } from './measure.ts'

/** One line of the outcome: a budget, or something else measured that no budget judges (`informative`). */
export type Line = {
  what: string
  budget: string
  measured: string
  verdict: 'pass' | 'FAIL' | 'skipped' | 'informative'
  /** What it was measured against, and how; for a skipped line why. */
  how: string
}

/** A line for a ratio to the floor. Milliseconds are for one request. */
export function ratioLine(
  what: string,
  maximum: number | null,
  comparison: Comparison,
  count: number,
  how: string,
): Line {
  const each = (milliseconds: number) =>
    `${(milliseconds / count).toFixed(milliseconds / count < 10 ? 2 : 0)} ms`
  return {
    what,
    budget: maximum === null ? '' : `≤ ${maximum}×`,
    measured: `${comparison.ratio.toFixed(2)}× (${each(comparison.ours)} to ${each(comparison.floor)})`,
    verdict: maximum === null ? 'informative' : comparison.ratio <= maximum ? 'pass' : 'FAIL',
    how: `${how}; ${comparison.rounds} rounds, ${comparison.least.toFixed(2)}–${comparison.most.toFixed(2)}×`,
  }
}

/** A line for an amount of something that may be at most so much. */
export function amountLine(
  what: string,
  maximum: number | null,
  measured: number,
  unit: string,
  how: string,
): Line {
  const formatValue = (value: number) => `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`
  return {
    what,
    budget: maximum === null ? '' : `≤ ${formatValue(maximum)}`,
    measured: formatValue(measured),
    verdict: maximum === null ? 'informative' : measured <= maximum ? 'pass' : 'FAIL',
    how,
  }
}

/**
 * A line for an amount as so many times the floor that was measured in the same run. The machine may be slow
 * at the moment; the ratio passes or fails.
 */
export function floorLine(
  what: string,
  maximum: number | null,
  { found, floor, unit }: { found: number; floor: number; unit: string },
  how: string,
): Line {
  const formatValue = (value: number) => `${Number(value.toFixed(value < 10 ? 1 : 0))} ${unit}`
  const ratio = found / floor
  return {
    what,
    budget: maximum === null ? '' : `≤ ${maximum}×`,
    measured: `${ratio.toFixed(2)}× (${formatValue(found)} to ${formatValue(floor)})`,
    verdict: maximum === null ? 'informative' : ratio <= maximum ? 'pass' : 'FAIL',
    how,
  }
}

/** A line for what holds or does not. */
export const truthLine = (what: string, faults: readonly string[], how: string): Line => ({
  what,
  budget: 'none',
  measured: faults.length === 0 ? 'none' : faults.join('; '),
  verdict: faults.length === 0 ? 'pass' : 'FAIL',
  how,
})

/** A line for what could not be measured, and why. Never counts as met. */
export const skippedLine = (what: string, budget: string, why: string): Line => ({
  what,
  budget,
  measured: '',
  verdict: 'skipped',
  how: why,
})

/** Prints a line as soon as it is known. */
export function say(line: Line): void {
  const { verdict, what, measured, budget, how } = line
  console.log(
    `${verdict.padEnd(8)}${what}: ${[measured, budget].filter(Boolean).join(', budget ')}\n${' '.repeat(8)}${how}`,
  )
}

/** The lines as a table in Markdown. */
export function markdown(lines: readonly Line[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const rows = lines.map(({ what, budget, measured, verdict, how }) =>
    [what, budget, measured, verdict === 'informative' ? '' : verdict, how].map(cell).join(' | '),
  )
  return [
    '| what | budget | measured | | how |',
    '|---|---|---|---|---|',
    ...rows.map((row) => `| ${row} |`),
  ].join('\n')
}
