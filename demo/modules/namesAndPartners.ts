import { drawChance, drawChoice } from '../chance.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import type { Property } from '../types.ts'

const nameColumns = { property_id: 'integer', kind: 'text', name: 'text', note: 'text' } as const
const numberColumns = { property_id: 'integer', kind: 'text', number: 'text', note: 'text' } as const
const partnerColumns = {
  property_id: 'integer',
  name: 'text',
  role: 'text',
  share_percent: 'numeric',
  from_date: 'date',
  note: 'text',
} as const
const creditColumns = {
  property_id: 'integer',
  lihtc_number: 'text',
  credit: 'text',
  allocated_year: 'integer',
  set_aside: 'text',
  first_credit_year: 'integer',
  extended_use_years: 'integer',
  note: 'text',
} as const

const INVENTED = 'Demonstration: invented'

/**
 * Invents the partners of two thirds of the properties: an owning partnership, its general partner and an
 * investor.
 */
function inventPartners({ id, name, ownerName, serviceDate }: Property) {
  if (!drawChance(`partners ${id}`, 66)) return []
  const shortName = name.replace(/ (Apartments|Apts|Homes|Estates|Villas|Manor|Village).*$/, '')
  const commonColumns = { property_id: id, from_date: serviceDate, note: INVENTED }
  return [
    {
      ...commonColumns,
      name: ownerName ?? `Demo ${shortName} Housing LP`,
      role: 'Owner',
      share_percent: null,
    },
    { ...commonColumns, name: `Demo ${shortName} GP LLC`, role: 'General partner', share_percent: 0.01 },
    {
      ...commonColumns,
      name: drawChoice(`investor ${id}`, [
        'Demo Credit Fund I LP',
        'Demo Credit Fund II LP',
        'Demo Heartland Equity Fund',
      ]),
      role: 'Limited partner',
      share_percent: 99.99,
    },
  ]
}

/**
 * Invents one credit allocation for each LIHTC number of a property with a LIHTC layer. The years are
 * derived from the placed-in-service date.
 */
function inventCreditAllocations({
  id,
  federalTypes,
  lihtcNumbers,
  serviceDate,
  extendedUseDate,
  averageIncomeTest,
}: Property) {
  const layer = federalTypes.find((federalType) => federalType.name.startsWith('LIHTC'))
  if (!layer) return []
  const serviceYear = serviceDate ? Number(serviceDate.slice(0, 4)) : null
  const extendedUseEndYear = extendedUseDate ? Number(extendedUseDate.slice(0, 4)) : null
  const years =
    serviceYear && extendedUseEndYear ? Math.min(99, Math.max(15, extendedUseEndYear - serviceYear + 1)) : 30
  return (lihtcNumbers.length > 0 ? lihtcNumbers : [null]).map((number) => ({
    property_id: id,
    lihtc_number: number,
    credit: layer.name.includes('4') ? '4% with bonds' : '9%',
    allocated_year: serviceYear && serviceYear > 1987 ? serviceYear - 1 : null,
    set_aside: averageIncomeTest ? 'Average income' : '40% at 60%',
    first_credit_year: serviceYear && serviceYear > 1986 ? serviceYear : null,
    extended_use_years: years,
    note: `Demonstration: ${/9|4/.test(layer.name) ? '' : 'rate not recorded; '}years follow from placement in service`,
  }))
}

async function load({ client, portfolio: { properties } }: DemoContext): Promise<void> {
  const note = 'As public lists name it'
  await insertRows(
    client,
    'property_former_name',
    nameColumns,
    properties.flatMap(({ id, formerNames }) =>
      formerNames.map((name) => ({ property_id: id, kind: 'Name', name, note })),
    ),
  )
  const programNumbers = properties.flatMap(({ id, hudIds, ruralDevelopmentIds }) => [
    ...[...new Set(hudIds)].map((number) => ({ property_id: id, kind: 'HUD property', number, note })),
    ...[...new Set(ruralDevelopmentIds)].map((number) => ({
      property_id: id,
      kind: 'Rural Development',
      number,
      note,
    })),
  ])
  await insertRows(client, 'property_program_number', numberColumns, programNumbers)
  await insertRows(client, 'property_partner', partnerColumns, properties.flatMap(inventPartners))
  await insertRows(client, 'credit_allocation', creditColumns, properties.flatMap(inventCreditAllocations))
}

/**
 * Loads former names and program numbers of properties from public lists, and invented partners and credit
 * allocations.
 */
export default { after: ['properties'], load } satisfies DemoPart
