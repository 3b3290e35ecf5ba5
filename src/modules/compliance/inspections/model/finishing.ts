import type { Row } from '#kernel/model/entity.ts'
import { plural } from '#kernel/model/formats.ts'
import { type ComplianceInspection, UnitStatus } from './entities.ts'

type Inspection = Pick<Row<typeof ComplianceInspection>, 'standard' | 'inspectionType'>
type Looked = readonly { statusId: number }[]

/** Standards by which a visit is scored. */
const scored: readonly string[] = ['NSPIRE', 'UPCS']
/** Visits that look again, or at files alone, give no score. */
const unscored: readonly string[] = ['Follow-up', 'File only']

const getCount = (units: Looked, status: number): number =>
  units.filter(({ statusId }) => statusId === status).length

/**
 * Checks whether a visit ends with a score: it follows a standard that scores, unless no person was home in
 * the whole sample.
 */
export const isScoreDue = ({ standard, inspectionType }: Inspection, units: Looked): boolean =>
  scored.includes(standard ?? '') &&
  !unscored.includes(inspectionType ?? '') &&
  (units.length === 0 || getCount(units, UnitStatus.NO_ENTRY) < units.length)

/** Describes in words how much of a sample was inspected. */
export function inspectedWords(units: Looked): string {
  const waiting = getCount(units, UnitStatus.WAITING)
  const count = getCount(units, UnitStatus.NO_ENTRY)
  const home = count > 0 ? `nobody was home in ${plural(count, 'unit', 'units')}` : ''
  if (units.length === 0) return 'No sample of units was drawn.'
  if (waiting > 0) {
    const remainingText = `${plural(waiting, 'unit has', 'units have')} not been inspected`
    return home ? `${remainingText}; ${home}.` : `${remainingText}.`
  }
  if (count === units.length) return `No unit has been inspected: ${home}.`
  return home ? `Every other unit has been inspected; ${home}.` : 'Every unit has been inspected.'
}
