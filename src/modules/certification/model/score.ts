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

/** A mark and where it comes from; null while nobody has given it. */
export type Mark = { mark: number | null; source: string }

export type ScoredPart = Mark & { name: PartName; label: string; weight: number; points: number | null }
export type Score = { total: number | null; parts: ScoredPart[] }

const tenths = (value: number): number => Math.round(value * 10)

/**
 * The weighed mean of the marks, to a tenth; null while a part that counts has no mark, or nothing counts. Worked in
 * whole tenths of marks, so that no order of adding changes it.
 */
export function scoreOf(marks: Readonly<Record<PartName, Mark>>, weights: Readonly<Record<PartName, number>>): Score {
  const whole = partNames.reduce((sum, name) => sum + weights[name], 0)
  const parts = partNames.map((name): ScoredPart => {
    const { mark, source } = marks[name]
    const points = mark === null || whole === 0 ? null : Math.round((tenths(mark) * weights[name]) / whole) / 10
    return { name, label: partLabels[name], weight: weights[name], mark, source, points }
  })
  const complete = whole > 0 && parts.every((part) => part.weight === 0 || part.mark !== null)
  const sum = parts.reduce((all, part) => all + (part.mark === null ? 0 : tenths(part.mark) * part.weight), 0)
  return { total: complete ? Math.round(sum / whole) / 10 : null, parts }
}

/** What the portal itself knows of a company's properties. */
export type KnownPerformance = {
  properties: number
  units: number
  inspectedProperties: number
  averageInspectionScore: number | null
}

/** The marks of an application: the portal's own figure where it has one, the reviewer's mark elsewhere. */
export function marksOf(
  given: Readonly<Record<`${'occupancy' | 'inspection' | 'timeliness' | 'financial' | 'training'}Mark`, number | null>>,
  known: KnownPerformance,
): Record<PartName, Mark> {
  const reviewers = (mark: number | null): Mark => ({ mark, source: 'Reviewer' })
  return {
    occupancy: reviewers(given.occupancyMark),
    inspections:
      known.averageInspectionScore === null
        ? reviewers(given.inspectionMark)
        : {
            mark: known.averageInspectionScore,
            source: `Portal: ${known.inspectedProperties} of ${known.properties} properties inspected`,
          },
    timeliness: reviewers(given.timelinessMark),
    financial: reviewers(given.financialMark),
    training: reviewers(given.trainingMark),
  }
}
