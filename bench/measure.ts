/** Small statistics and the interleaved rounds every comparison is made in. */

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/** The value below which the given share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const ordered = sorted(values)
  return ordered[Math.min(ordered.length - 1, Math.ceil(share * ordered.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** What a comparison found: the medians of both sides and of the ratio within a round. */
export type Comparison = {
  ratio: number
  ours: number
  floor: number
  rounds: number
  least: number
  most: number
}

/**
 * Runs both sides in turns, the one that begins changing from round to round, after one round that is not
 * counted. Whatever else the machine does meets both sides of a round alike, so the ratio is taken within
 * each round.
 */
export async function compare(
  rounds: number,
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Comparison> {
  const matches: { ours: number; floor: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const oursFirst = round % 2 === 0
    const first = await (oursFirst ? ours : floor)()
    const second = await (oursFirst ? floor : ours)()
    if (round > 0) matches.push(oursFirst ? { ours: first, floor: second } : { ours: second, floor: first })
  }
  const ratios = sorted(matches.map((round) => round.ours / round.floor))
  return {
    ratio: median(ratios),
    ours: median(matches.map((round) => round.ours)),
    floor: median(matches.map((round) => round.floor)),
    rounds,
    least: ratios[0]!,
    most: ratios.at(-1)!,
  }
}
