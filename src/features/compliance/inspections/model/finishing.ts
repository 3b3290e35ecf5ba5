import type { Row } from '#kernel/model/entity.ts'
import { plural } from '#kernel/model/formats.ts'
import { type ComplianceInspection, UnitStatus } from './entities.ts'

type Inspection = Pick<Row<typeof ComplianceInspection>, 'standard' | 'inspectionType'>
type SampleUnits = readonly { statusId: number }[]

/** Standards by which a visit is scored. */
const scoredStandards: readonly string[] = ['NSPIRE', 'UPCS']
/** Types of visits without a score: follow-ups and reviews of files only. */
const unscoredTypes: readonly string[] = ['Follow-up', 'File only']

const countUnits = (units: SampleUnits, status: number): number =>
  units.filter(({ statusId }) => statusId === status).length

/**
 * Checks whether a visit must end with a score: its standard is scored, its type gives a score, and someone
 * was home in at least one unit of the sample.
 */
export const isScoreDue = ({ standard, inspectionType }: Inspection, units: SampleUnits): boolean =>
  scoredStandards.includes(standard ?? '') &&
  !unscoredTypes.includes(inspectionType ?? '') &&
  (units.length === 0 || countUnits(units, UnitStatus.NO_ENTRY) < units.length)

/** Describes in words how much of a sample was inspected. */
export function describeSampleProgress(units: SampleUnits): string {
  const waitingCount = countUnits(units, UnitStatus.WAITING)
  const noEntryCount = countUnits(units, UnitStatus.NO_ENTRY)
  const noEntryText = noEntryCount > 0 ? `nobody was home in ${plural(noEntryCount, 'unit', 'units')}` : ''
  if (units.length === 0) return 'No sample of units was drawn.'
  if (waitingCount > 0) {
    const remainingText = `${plural(waitingCount, 'unit has', 'units have')} not been inspected`
    return noEntryText ? `${remainingText}; ${noEntryText}.` : `${remainingText}.`
  }
  if (noEntryCount === units.length) return `No unit has been inspected: ${noEntryText}.`
  return noEntryText
    ? `Every other unit has been inspected; ${noEntryText}.`
    : 'Every unit has been inspected.'
}
