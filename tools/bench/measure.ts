/** Statistics, and the rounds in which the portal and the floor are measured in turns. */

const sortNumbers = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b)

/** Returns the value that the given share of the values (0 to 1) does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const ordered = sortNumbers(values)
  return ordered[Math.min(ordered.length - 1, Math.ceil(share * ordered.length) - 1)] ?? Number.NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/**
 * The result of a comparison: median milliseconds of a round on both sides, and the ratios within a round.
 */
export type Comparison = {
  /** The median of the ratios. */
  ratio: number
  portal: number
  floor: number
  rounds: number
  lowestRatio: number
  highestRatio: number
}

/**
 * Runs both sides in turns, after one round that is not counted. The side that begins changes from round to
 * round. Other work of the machine slows both sides of a round alike, so the ratio is taken within each
 * round.
 */
export async function compareInRounds(
  rounds: number,
  portal: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<Comparison> {
  const times: { portal: number; floor: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const isPortalFirst = round % 2 === 0
    const first = await (isPortalFirst ? portal : floor)()
    const second = await (isPortalFirst ? floor : portal)()
    if (round > 0)
      times.push(isPortalFirst ? { portal: first, floor: second } : { portal: second, floor: first })
  }
  const ratios = sortNumbers(times.map((round) => round.portal / round.floor))
  return {
    ratio: median(ratios),
    portal: median(times.map((round) => round.portal)),
    floor: median(times.map((round) => round.floor)),
    rounds,
    lowestRatio: ratios[0]!,
    highestRatio: ratios.at(-1)!,
  }
}
