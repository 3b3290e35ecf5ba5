import { column, numberOrNull } from './csv.ts'
import type { SourceRecord } from './sources.ts'
import type { ProgrammeLayer } from './types.ts'

/**
 * The programs in the agency's pick list. Some of them have no property in the data, but users can choose
 * them.
 */
export const federalTypes = [
  'LIHTC 9%',
  'LIHTC 4%',
  'LIHTC, rate not recorded',
  'Tax Credit Exchange (TCEP)',
  'State LIHTC',
  'Tax-exempt bonds',
  'Agency fund balance',
  'HOME',
  'HOME-ARP',
  'National Housing Trust Fund',
  'Rural Development 515',
  'Rural Development rental assistance',
  'HUD assisted or insured',
  'Public housing',
  'HUD Section 8 HAP',
  'HUD Section 202',
  'HUD Section 811',
  'HUD Section 236',
  'HUD Risk Share 542(c)',
  'Tax Credit Assistance Program (TCAP)',
  'Neighborhood Stabilization Program',
  'CDBG',
] as const

type Name = (typeof federalTypes)[number]
const buildLayer = (
  name: Name,
  unitsCovered: number | null = null,
  endsOn: string | null = null,
): ProgrammeLayer => ({
  name,
  unitsCovered,
  endsOn,
})

/**
 * The credit type codes of HUD's database are: 1 the 4 % credit, 2 the 9 % credit, 3 both, 4 exchange only.
 */
function creditLayers(record: SourceRecord): ProgrammeLayer[] {
  const units = numberOrNull(record.line, 'low_income_units')
  switch (column(record.line, 'credit_type')) {
    case '1':
      return [buildLayer('LIHTC 4%', units)]
    case '2':
      return [buildLayer('LIHTC 9%', units)]
    case '3':
      return [buildLayer('LIHTC 9%', units), buildLayer('LIHTC 4%', units)]
    default:
      return [buildLayer('Tax Credit Exchange (TCEP)', units)]
  }
}

function ruralLayers(record: SourceRecord): ProgrammeLayer[] {
  const assisted = numberOrNull(record.line, 'rental_assistance_units') ?? 0
  const restrictedUntil = column(record.line, 'restrictive_clause_expires') || null
  const creditUntil = column(record.line, 'tax_credit_expires') || null
  return [
    buildLayer('Rural Development 515', record.units, restrictedUntil),
    ...(assisted > 0 ? [buildLayer('Rural Development rental assistance', assisted)] : []),
    ...(column(record.line, 'tax_credit') === 'Y'
      ? [buildLayer('LIHTC, rate not recorded', null, creditUntil)]
      : []),
  ]
}

function developmentLayers(record: SourceRecord): ProgrammeLayer[] {
  const funded = (name: string): boolean => (numberOrNull(record.line, name) ?? 0) > 0
  const layers: [boolean, Name][] = [
    [funded('federal_9pct_credit'), 'LIHTC 9%'],
    [funded('federal_4pct_credit'), 'LIHTC 4%'],
    [funded('state_9pct_credit') || funded('state_4pct_credit'), 'State LIHTC'],
    [funded('tax_exempt_bond_construction'), 'Tax-exempt bonds'],
    [funded('mhdc_fund_balance_permanent'), 'Agency fund balance'],
    [funded('home'), 'HOME'],
    [funded('home_arp'), 'HOME-ARP'],
    [funded('housing_trust_fund'), 'National Housing Trust Fund'],
  ]
  return layers.filter(([has]) => has).map(([, name]) => buildLayer(name))
}

function getLayers(record: SourceRecord): ProgrammeLayer[] {
  if (record.source === 'Tax credit') return creditLayers(record)
  if (record.source === 'USDA 515') return ruralLayers(record)
  if (record.source === '2025 development') return developmentLayers(record)
  return [buildLayer(column(record.line, 'program') === 'PH' ? 'Public housing' : 'HUD assisted or insured')]
}

/** Returns the distinct programs of a property. A recorded credit rate replaces an unrecorded one. */
export function programmeLayers(records: readonly SourceRecord[]): ProgrammeLayer[] {
  const byName = new Map<string, ProgrammeLayer>()
  for (const programmeLayer of records.flatMap(getLayers))
    if (!byName.has(programmeLayer.name)) byName.set(programmeLayer.name, programmeLayer)
  if (byName.has('LIHTC 9%') || byName.has('LIHTC 4%')) byName.delete('LIHTC, rate not recorded')
  return [...byName.values()]
}

/**
 * Whether the agency lent money to the property. Such a property has an agency number in addition to its
 * tax-credit number.
 */
export function isAgencyFinanced(record: SourceRecord): boolean {
  if (record.source === 'Tax credit') return ['1', '3'].includes(column(record.line, 'credit_type'))
  if (record.source !== '2025 development') return false
  return developmentLayers(record).some((programmeLayer) => !programmeLayer.name.includes('LIHTC'))
}
