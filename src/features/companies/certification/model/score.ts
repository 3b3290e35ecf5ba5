/** The scoring of an application: marks of 0 to 100 in five weighted parts (domain 21.2). */

export const partNames = ['occupancy', 'inspections', 'timeliness', 'financial', 'training'] as const
export type PartName = (typeof partNames)[number]

const partLabels: Readonly<Record<PartName, string>> = {
  occupancy: 'Occupancy',
  inspections: 'Inspections',
  timeliness: 'Timeliness',
  financial: 'Financial standing',
  training: 'Training',
}

/** A mark and its source. The mark is null until it is entered. */
export type Mark = { mark: number | null; source: string }

/** A part of the score with its mark, its weight and its points of the total. */
export type ScoredPart = Mark & { name: PartName; label: string; weight: number; points: number | null }
type WeightedMark = Pick<ScoredPart, 'mark' | 'weight'>
/** A score: the weighted total, which is null while a part has no mark, and the parts. */
export type Score = { total: number | null; parts: ScoredPart[] }

const toTenths = (value: number): number => Math.round(value * 10)
/** Weights are settings and may have decimals. Whole numbers keep products and sums exact. */
const toThousandths = (value: number): number => Math.round(value * 1000)
const computeSum = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * Computes the weighted mean of the marks, rounded to a tenth. The total is null while a part with weight has
 * no mark, or if no part has weight. It is computed in whole numbers, so that the order of addition does not
 * matter. The points of the parts add up to the total.
 */
export function computeScore(
  marks: Readonly<Record<PartName, Mark>>,
  weights: Readonly<Record<PartName, number>>,
): Score {
  return recomputeScore(
    partNames.map((name) => ({
      name,
      label: partLabels[name],
      weight: weights[name],
      ...marks[name],
      points: null,
    })),
  )
}

/** Recomputes the score of parts from their marks and weights, ignoring stored points. */
export function recomputeScore(scoredParts: readonly ScoredPart[]): Score {
  const totalWeight = computeSum(scoredParts.map((part) => toThousandths(part.weight)))
  const shares = scoredParts.map((part) => toTenths(part.mark ?? 0) * toThousandths(part.weight))
  const complete = totalWeight > 0 && scoredParts.every((part) => part.weight === 0 || part.mark !== null)
  const total = complete ? Math.round(computeSum(shares) / totalWeight) : null
  const points = getPoints(shares, totalWeight, total)
  const parts = scoredParts.map((part, index) => ({
    ...part,
    points: part.mark === null ? null : (points[index] ?? null),
  }))
  return { total: total === null ? null : total / 10, parts }
}

/**
 * Returns the points of each part in tenths. Rounded separately they could miss the total by a tenth or two,
 * so the parts with the largest remainders are rounded up until the points add up to it.
 */
function getPoints(shares: readonly number[], totalWeight: number, total: number | null): (number | null)[] {
  if (totalWeight === 0) return shares.map(() => null)
  if (total === null) return shares.map((share) => Math.round(share / totalWeight) / 10)
  const roundedDown = shares.map((share) => Math.floor(share / totalWeight))
  const missing = total - computeSum(roundedDown)
  const roundedUp = shares
    .map((share, index) => ({ index, rest: share % totalWeight }))
    .sort((item, other) => other.rest - item.rest)
    .slice(0, missing)
    .map(({ index }) => index)
  return roundedDown.map((floor, index) => (floor + (roundedUp.includes(index) ? 1 : 0)) / 10)
}

/**
 * Checks whether a score reaches the pass mark before rounding: 69.96 is displayed as 70.0 and does not reach
 * 70. Null while the score is not complete.
 */
export function reachesPassMark(
  passMark: number,
  { total, parts }: Pick<Score, 'total'> & { parts: readonly WeightedMark[] },
) {
  if (total === null) return null
  return (
    computeSum(parts.map((part) => toTenths(part.mark ?? 0) * toThousandths(part.weight))) >=
    toTenths(passMark) * computeSum(parts.map((part) => toThousandths(part.weight)))
  )
}

/** The portal's own data about a company's properties: their numbers and average inspection score. */
export type PortfolioPerformance = {
  properties: number
  units: number
  inspectedProperties: number
  averageInspectionScore: number | null
}

/**
 * Returns the marks of an application: the portal's average inspection score if there is one, the reviewer's
 * marks otherwise.
 */
export function getMarks(
  reviewerMarks: Readonly<
    Record<`${'occupancy' | 'inspection' | 'timeliness' | 'financial' | 'training'}Mark`, number | null>
  >,
  knownPerformance: PortfolioPerformance,
): Record<PartName, Mark> {
  const createReviewerMark = (mark: number | null): Mark => ({ mark, source: 'Reviewer' })
  return {
    occupancy: createReviewerMark(reviewerMarks.occupancyMark),
    inspections:
      knownPerformance.averageInspectionScore === null
        ? createReviewerMark(reviewerMarks.inspectionMark)
        : {
            mark: knownPerformance.averageInspectionScore,
            source: `Portal: ${knownPerformance.inspectedProperties} of ${knownPerformance.properties} properties inspected`,
          },
    timeliness: createReviewerMark(reviewerMarks.timelinessMark),
    financial: createReviewerMark(reviewerMarks.financialMark),
    training: createReviewerMark(reviewerMarks.trainingMark),
  }
}
