import { readColumn, readNumberOrNull } from './csv.ts'
import type { SourceRecord } from './sources.ts'
import type { ProgramLayer } from './types.ts'

/**
 * The programs in the agency's pick list. Some of them have no property in the data, but users can choose
 * them.
 */
export const programNames = [
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

type ProgramName = (typeof programNames)[number]
const buildLayer = (
  name: ProgramName,
  unitsCovered: number | null = null,
  endsOn: string | null = null,
): ProgramLayer => ({
  name,
  unitsCovered,
  endsOn,
})

/**
 * Returns the tax-credit layers of a record. The credit type codes of HUD's database are: 1 the 4 % credit,
 * 2 the 9 % credit, 3 both, 4 exchange only.
 */
function getCreditLayers(record: SourceRecord): ProgramLayer[] {
  const units = readNumberOrNull(record.line, 'low_income_units')
  switch (readColumn(record.line, 'credit_type')) {
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

/** Returns the layers of a USDA record: the loan, the rental assistance and the tax credit. */
function getRuralLayers(record: SourceRecord): ProgramLayer[] {
  const assistedUnits = readNumberOrNull(record.line, 'rental_assistance_units') ?? 0
  const restrictedUntil = readColumn(record.line, 'restrictive_clause_expires') || null
  const creditUntil = readColumn(record.line, 'tax_credit_expires') || null
  return [
    buildLayer('Rural Development 515', record.units, restrictedUntil),
    ...(assistedUnits > 0 ? [buildLayer('Rural Development rental assistance', assistedUnits)] : []),
    ...(readColumn(record.line, 'tax_credit') === 'Y'
      ? [buildLayer('LIHTC, rate not recorded', null, creditUntil)]
      : []),
  ]
}

/** Returns a layer for each program from which a development of 2025 gets money. */
function getDevelopmentLayers(record: SourceRecord): ProgramLayer[] {
  const isFunded = (name: string): boolean => (readNumberOrNull(record.line, name) ?? 0) > 0
  const layers: [boolean, ProgramName][] = [
    [isFunded('federal_9pct_credit'), 'LIHTC 9%'],
    [isFunded('federal_4pct_credit'), 'LIHTC 4%'],
    [isFunded('state_9pct_credit') || isFunded('state_4pct_credit'), 'State LIHTC'],
    [isFunded('tax_exempt_bond_construction'), 'Tax-exempt bonds'],
    [isFunded('mhdc_fund_balance_permanent'), 'Agency fund balance'],
    [isFunded('home'), 'HOME'],
    [isFunded('home_arp'), 'HOME-ARP'],
    [isFunded('housing_trust_fund'), 'National Housing Trust Fund'],
  ]
  return layers.filter(([isUsed]) => isUsed).map(([, name]) => buildLayer(name))
}

/** Returns the program layers of one record. */
function getLayers(record: SourceRecord): ProgramLayer[] {
  if (record.source === 'Tax credit') return getCreditLayers(record)
  if (record.source === 'USDA 515') return getRuralLayers(record)
  if (record.source === '2025 development') return getDevelopmentLayers(record)
  return [
    buildLayer(readColumn(record.line, 'program') === 'PH' ? 'Public housing' : 'HUD assisted or insured'),
  ]
}

/**
 * Returns the program layers of a property, each program once. A recorded credit rate replaces an unrecorded
 * one.
 */
export function getProgramLayers(records: readonly SourceRecord[]): ProgramLayer[] {
  const byName = new Map<string, ProgramLayer>()
  for (const layer of records.flatMap(getLayers)) if (!byName.has(layer.name)) byName.set(layer.name, layer)
  if (byName.has('LIHTC 9%') || byName.has('LIHTC 4%')) byName.delete('LIHTC, rate not recorded')
  return [...byName.values()]
}

/**
 * Whether the agency lent money to the property. Such a property has an agency number in addition to its
 * tax-credit number. A 4 % credit (code 1 or 3) is taken as the sign of an agency loan.
 */
export function isAgencyFinanced(record: SourceRecord): boolean {
  if (record.source === 'Tax credit') return ['1', '3'].includes(readColumn(record.line, 'credit_type'))
  if (record.source !== '2025 development') return false
  return getDevelopmentLayers(record).some((layer) => !layer.name.includes('LIHTC'))
}
