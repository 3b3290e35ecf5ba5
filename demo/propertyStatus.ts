import { PropertyStatus } from '#core/platform/lookups/model/index.ts'
import { drawChance, drawChoice } from './chance.ts'
import { readColumn } from './csv.ts'
import type { SourceRecord } from './sources.ts'

/** The status of a property, and whether it is invented. */
type PropertyStatusDraft = { status: number; decontrolStatus: number | null; invented: boolean }

const makeStatus = (
  status: number,
  decontrolStatus: number | null = null,
  invented = true,
): PropertyStatusDraft => ({
  status,
  decontrolStatus,
  invented,
})

/**
 * Returns the status of a development of 2025. One that was only received is conditional. The status of an
 * approved one is drawn, later stages for earlier approvals.
 */
function getDevelopmentStatus(record: SourceRecord): PropertyStatusDraft {
  if (readColumn(record.line, 'event') === 'Received')
    return makeStatus(PropertyStatus.Conditional, null, false)
  const early = readColumn(record.line, 'event_date') < '2025-03-01'
  const stages = early
    ? [PropertyStatus.Firm, PropertyStatus.UnderConstruction, PropertyStatus.UnderConstruction]
    : [PropertyStatus.Conditional, PropertyStatus.Firm, PropertyStatus.Firm]
  return makeStatus(drawChoice(`stage ${record.key}`, stages))
}

/**
 * Returns the status of a property. Most are active. Among rural properties whose use restriction ended
 * before 2016, without a tax credit, some are invented to be in decontrol or inactive.
 */
export function getPropertyStatus(
  records: readonly SourceRecord[],
  isSuperseded: boolean,
): PropertyStatusDraft {
  const [first] = records
  if (isSuperseded) return makeStatus(PropertyStatus.Deleted, null, false)
  if (records.length === 1 && first?.source === '2025 development') return getDevelopmentStatus(first)
  if (records.length === 1 && first?.source === 'USDA 515' && readColumn(first.line, 'tax_credit') === 'N') {
    const expired = readColumn(first.line, 'restrictive_clause_expires')
    if (expired !== '' && expired < '2016-01-01' && drawChance(`released ${first.key}`, 22)) {
      return drawChance(`inactive ${first.key}`, 40)
        ? makeStatus(PropertyStatus.Inactive)
        : makeStatus(PropertyStatus.Decontrol, drawChoice(`decontrol ${first.key}`, [1, 2, 3, 4, 5, 5]))
    }
  }
  return makeStatus(PropertyStatus.Active, null, false)
}
