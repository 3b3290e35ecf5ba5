import { PropertyStatus } from '#ground/platform/lookups/model/index.ts'
import { chance, pick } from './chance.ts'
import { column } from './csv.ts'
import type { SourceRecord } from './sources.ts'

type Standing = { status: number; decontrolStatus: number | null; invented: boolean }

const stands = (status: number, decontrolStatus: number | null = null, invented = true): Standing => ({
  status,
  decontrolStatus,
  invented,
})

/**
 * A development of 2025: what was only applied for is conditional; how far an approved one has come is
 * invented.
 */
function developmentStanding(record: SourceRecord): Standing {
  if (column(record.line, 'event') === 'Received') return stands(PropertyStatus.Conditional, null, false)
  const early = column(record.line, 'event_date') < '2025-03-01'
  const stages = early
    ? [PropertyStatus.Firm, PropertyStatus.UnderConstruction, PropertyStatus.UnderConstruction]
    : [PropertyStatus.Conditional, PropertyStatus.Firm, PropertyStatus.Firm]
  return stands(pick(`stage ${record.key}`, stages))
}

/**
 * Where a property stands. Only among rural properties whose use restriction ran out before 2016, without a
 * tax credit, some are invented to be released (decontrol, pending or approved) or no longer monitored.
 */
export function getStanding(records: readonly SourceRecord[], superseded: boolean): Standing {
  const [first] = records
  if (superseded) return stands(PropertyStatus.Deleted, null, false)
  if (records.length === 1 && first?.source === '2025 development') return developmentStanding(first)
  if (records.length === 1 && first?.source === 'USDA 515' && column(first.line, 'tax_credit') === 'N') {
    const expired = column(first.line, 'restrictive_clause_expires')
    if (expired !== '' && expired < '2016-01-01' && chance(`released ${first.key}`, 22)) {
      return chance(`inactive ${first.key}`, 40)
        ? stands(PropertyStatus.Inactive)
        : stands(PropertyStatus.Decontrol, pick(`decontrol ${first.key}`, [1, 2, 3, 4, 5, 5]))
    }
  }
  return stands(PropertyStatus.Active, null, false)
}
