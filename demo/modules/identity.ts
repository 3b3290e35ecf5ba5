import { chance, pick } from '../chance.ts'
import { insertRows } from '../insertRows.ts'
import type { DemoContext, DemoPart } from '../part.ts'
import type { Property } from '../types.ts'

const names = { property_id: 'integer', kind: 'text', name: 'text', note: 'text' } as const
const numbers = { property_id: 'integer', kind: 'text', number: 'text', note: 'text' } as const
const partners = {
  property_id: 'integer',
  name: 'text',
  role: 'text',
  share_percent: 'numeric',
  from_date: 'date',
  note: 'text',
} as const
const credits = {
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

/** The owner of two in three properties: an individual partnership with a general partner and an investor. */
function getOwners({ id, name, ownerName, serviceDate }: Property) {
  if (!chance(`partners ${id}`, 66)) return []
  const short = name.replace(/ (Apartments|Apts|Homes|Estates|Villas|Manor|Village).*$/, '')
  const share = { property_id: id, from_date: serviceDate, note: INVENTED }
  return [
    { ...share, name: ownerName ?? `Demo ${short} Housing LP`, role: 'Owner', share_percent: null },
    { ...share, name: `Demo ${short} GP LLC`, role: 'General partner', share_percent: 0.01 },
    {
      ...share,
      name: pick(`investor ${id}`, [
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
 * The credits of a property by its layers and its numbers; the years follow from when it was placed in
 * service.
 */
function getCredits({
  id,
  federalTypes,
  lihtcNumbers,
  serviceDate,
  extendedUseDate,
  averageIncomeTest,
}: Property) {
  const layer = federalTypes.find((federalType) => federalType.name.startsWith('LIHTC'))
  if (!layer) return []
  const served = serviceDate ? Number(serviceDate.slice(0, 4)) : null
  const ends = extendedUseDate ? Number(extendedUseDate.slice(0, 4)) : null
  const years = served && ends ? Math.min(99, Math.max(15, ends - served + 1)) : 30
  return (lihtcNumbers.length > 0 ? lihtcNumbers : [null]).map((number) => ({
    property_id: id,
    lihtc_number: number,
    credit: layer.name.includes('4') ? '4% with bonds' : '9%',
    allocated_year: served && served > 1987 ? served - 1 : null,
    set_aside: averageIncomeTest ? 'Average income' : '40% at 60%',
    first_credit_year: served && served > 1986 ? served : null,
    extended_use_years: years,
    note: `Demonstration: ${/9|4/.test(layer.name) ? '' : 'rate not recorded; '}years follow from placement in service`,
  }))
}

async function load({ client, portfolio: { properties } }: DemoContext): Promise<void> {
  const note = 'As public lists name it'
  await insertRows(
    client,
    'property_former_name',
    names,
    properties.flatMap(({ id, formerNames }) =>
      formerNames.map((name) => ({ property_id: id, kind: 'Name', name, note })),
    ),
  )
  const numbered = properties.flatMap(({ id, hudIds, ruralDevelopmentIds }) => [
    ...[...new Set(hudIds)].map((number) => ({ property_id: id, kind: 'HUD property', number, note })),
    ...[...new Set(ruralDevelopmentIds)].map((number) => ({
      property_id: id,
      kind: 'Rural Development',
      number,
      note,
    })),
  ])
  await insertRows(client, 'property_program_number', numbers, numbered)
  await insertRows(client, 'property_partner', partners, properties.flatMap(getOwners))
  await insertRows(client, 'credit_allocation', credits, properties.flatMap(getCredits))
}

/** What the public lists also call a property, the numbers of its programs, and invented partners. */
export default { after: ['properties'], load } satisfies DemoPart
