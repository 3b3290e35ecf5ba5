/** How an application is scored: marks of 0 to 100 in five parts, weighed (domain 21.2). */

export const partNames = ['occupancy', 'inspections', 'timeliness', 'financial', 'training'] as const
export type PartName = (typeof partNames)[number]

const partLabels: Readonly<Record<PartName, string>> = {
  occupancy: 'Occupancy',
  inspections: 'Inspections',
  timeliness: 'Timeliness',
  financial: 'Financial standing',
  training: 'Training',
}

/** A mark and its source; null until it is given. */
export type Mark = { mark: number | null; source: string }

export type ScoredPart = Mark & { name: PartName; label: string; weight: number; points: number | null }
type Weighed = Pick<ScoredPart, 'mark' | 'weight'>
export type Score = { total: number | null; parts: ScoredPart[] }

const tenths = (value: number): number => Math.round(value * 10)
/** Weights are settings and may have decimals; products and sums of whole numbers keep them exact. */
const thousandths = (value: number): number => Math.round(value * 1000)
const computeSum = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

/**
 * The weighed mean of the marks, to a tenth; null while a part that counts has no mark, or nothing counts.
 * Worked in whole numbers, so that no order of adding changes it. The points of the parts add up to it.
 */
export function getCertificationScore(
  marks: Readonly<Record<PartName, Mark>>,
  weights: Readonly<Record<PartName, number>>,
): Score {
  return scoredAgain(
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
export function scoredAgain(scoredParts: readonly ScoredPart[]): Score {
  const totalWeight = computeSum(scoredParts.map((part) => thousandths(part.weight)))
  const shares = scoredParts.map((part) => tenths(part.mark ?? 0) * thousandths(part.weight))
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
 * Tenths of points for each share. Rounded each by itself they can miss the total by a tenth or two: those
 * whose rest is largest are raised until they add up to it.
 */
function getPoints(shares: readonly number[], totalWeight: number, total: number | null): (number | null)[] {
  if (totalWeight === 0) return shares.map(() => null)
  if (total === null) return shares.map((share) => Math.round(share / totalWeight) / 10)
  const floors = shares.map((share) => Math.floor(share / totalWeight))
  const missing = total - computeSum(floors)
  const raised = shares
    .map((share, index) => ({ index, rest: share % totalWeight }))
    .sort((item, other) => other.rest - item.rest)
    .slice(0, missing)
    .map(({ index }) => index)
  return floors.map((floor, index) => (floor + (raised.includes(index) ? 1 : 0)) / 10)
}

/**
 * Whether a score reaches the pass mark, judged before it is rounded: 69.96 is shown as 70.0 and does not
 * reach 70. Null while the score is not complete.
 */
export function reaches(
  passMark: number,
  { total, parts }: Pick<Score, 'total'> & { parts: readonly Weighed[] },
) {
  if (total === null) return null
  return (
    computeSum(parts.map((part) => tenths(part.mark ?? 0) * thousandths(part.weight))) >=
    tenths(passMark) * computeSum(parts.map((part) => thousandths(part.weight)))
  )
}

/** The portal's own data about a company's properties. */
export type KnownPerformance = {
  properties: number
  units: number
  inspectedProperties: number
  averageInspectionScore: number | null
}

/** The marks of an application: the portal's own figure where it has one, the reviewer's mark elsewhere. */
export function getCertificationMarks(
  reviewerMarks: Readonly<
    Record<`${'occupancy' | 'inspection' | 'timeliness' | 'financial' | 'training'}Mark`, number | null>
  >,
  knownPerformance: KnownPerformance,
): Record<PartName, Mark> {
  const reviewers = (mark: number | null): Mark => ({ mark, source: 'Reviewer' })
  return {
    occupancy: reviewers(reviewerMarks.occupancyMark),
    inspections:
      knownPerformance.averageInspectionScore === null
        ? reviewers(reviewerMarks.inspectionMark)
        : {
            mark: knownPerformance.averageInspectionScore,
            source: `Portal: ${knownPerformance.inspectedProperties} of ${knownPerformance.properties} properties inspected`,
          },
    timeliness: reviewers(reviewerMarks.timelinessMark),
    financial: reviewers(reviewerMarks.financialMark),
    training: reviewers(reviewerMarks.trainingMark),
  }
}
