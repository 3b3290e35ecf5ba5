import type pg from 'pg'
import { raised } from '#ground/managementFees/model/fees.ts'
import { between, chance, hash, pick } from './chance.ts'
import { domainOf, inventPhone } from './companies.ts'
import { column, readLines } from './csv.ts'
import { continueIds, insertRows } from './insertRows.ts'
import type { Portfolio, Property } from './types.ts'

const invented = 'Invented for the demonstration.'

// Companies -------------------------------------------------------------------------------------------------------

/** Invented companies for the statuses the public data do not know: candidates, retired ones, names merged away. */
const others: readonly { name: string; status: number; mergedInto?: string; mergedAt?: string }[] = [
  { name: 'Demo Prairie Management', status: 2 },
  { name: 'Demo Bluff Management', status: 2 },
  { name: 'Demo Meadow Management', status: 2 },
  { name: 'Demo Retired Management', status: 0 },
  { name: 'Demo Former Management', status: 0 },
  {
    name: 'Demo Ozark Management',
    status: 0,
    mergedInto: 'MACO Management Company Inc.',
    mergedAt: '2025-03-14T15:00:00Z',
  },
  { name: 'Demo Osage Management', status: 0, mergedInto: 'Bell Management Inc.', mergedAt: '2024-09-30T15:00:00Z' },
]

/** Companies beside those of the public data, and what is invented of all: EIN, quarter, website. */
async function loadCompanyDetails(client: pg.ClientBase, { companies, day }: Portfolio): Promise<void> {
  const idOf = new Map(companies.map((company) => [company.name, company.id]))
  const first = companies.length + 1
  const columns = {
    management_company_id: 'integer',
    name: 'text',
    status: 'integer',
    city: 'text',
    state: 'text',
    zip: 'text',
    phone: 'text',
    email: 'text',
    alias_of: 'integer',
    merged_at: 'timestamptz',
    created_at: 'timestamptz',
  }
  const rows = others
    .filter((one) => one.mergedInto === undefined || idOf.has(one.mergedInto))
    .map(({ name, status, mergedInto, mergedAt }, index) => ({
      management_company_id: first + index,
      name,
      status,
      city: 'Jefferson City',
      state: 'MO',
      zip: '65101',
      phone: inventPhone(name),
      email: `office@${domainOf(name)}`,
      alias_of: mergedInto === undefined ? null : (idOf.get(mergedInto) ?? null),
      merged_at: mergedAt ?? null,
      created_at: `${day}T12:00:00Z`,
    }))
  await insertRows(client, 'management_company', columns, rows)
  const details = [...companies, ...rows].map(({ name }) => ({
    name,
    ein_last4: String(between(`ein ${name}`, 0, 9999)).padStart(4, '0'),
    default_quarter: chance(`quarter ${name}`, 60) ? between(`which quarter ${name}`, 1, 4) : null,
    website: `www.${domainOf(name)}`,
    notes: `Address, telephone, mail, website and EIN: ${invented.toLowerCase()}`,
  }))
  await client.query(
    `update management_company c set ein_last4 = d.ein_last4, default_quarter = d.default_quarter, website = d.website, notes = d.notes
      from json_to_recordset($1::json) as d (name text, ein_last4 text, default_quarter integer, website text, notes text)
      where c.name = d.name`,
    [JSON.stringify(details)],
  )
}

/** Some properties had another company before the first day that the data know. Invented. */
async function loadFormerCompanies(client: pg.ClientBase, { companies, properties }: Portfolio): Promise<void> {
  const former = properties
    .filter((property) => property.managementCompany !== null && chance(`former ${property.id}`, 12))
    .map((property) => {
      const elsewhere = companies.filter((company) => company.name !== property.managementCompany)
      const year = 2005 + (hash(`former since ${property.id}`) % 12)
      const company = elsewhere[hash(`former company ${property.id}`) % elsewhere.length]
      return {
        property_id: property.id,
        management_company_id: company?.id ?? null,
        from_date: `${year}-01-01`,
        to_date: '2022-06-30',
      }
    })
    .filter((row) => row.management_company_id !== null)
  const columns = { property_id: 'integer', management_company_id: 'integer', from_date: 'date', to_date: 'date' }
  await insertRows(client, 'management_company_project_history', columns, former)
}

// Management fees -------------------------------------------------------------------------------------------------

const made = 'Demonstration'
/** Operating cost factors that bring the maximum from year to year; invented, and marked so. */
const factors: readonly (readonly [year: number, percent: number])[] = [
  [2024, 5.2],
  [2025, 3.6],
  [2026, 3.3],
]
const earlier: readonly (readonly [year: number, amount: number])[] = [
  [2019, 39.5],
  [2020, 40.5],
  [2021, 41.5],
  [2022, 43],
]

type FeeRow = {
  year: number
  management_fee_type_id: number
  amount: number | null
  percent: number | null
  ocaf_percent: number | null
  effective_date: string
  source: string
}

/** Maxima of 2019 to 2026. The $45.00 of 2023 are the agency's published figure; the rest is made up. */
function feeMaxima(): FeeRow[] {
  const row = (year: number, type: number, value: Partial<FeeRow>, source = made): FeeRow => ({
    year,
    management_fee_type_id: type,
    amount: null,
    percent: null,
    ocaf_percent: null,
    effective_date: `${year}-01-01`,
    source,
    ...value,
  })
  const occupied = [
    ...earlier.map(([year, amount]) => row(year, 1, { amount })),
    row(2023, 1, { amount: 45 }, 'Published by the agency'),
  ]
  const leaseUp = [row(2023, 2, { amount: 20 })]
  for (const [year, ocaf_percent] of factors) {
    for (const list of [occupied, leaseUp]) {
      const last = list.at(-1)
      if (last?.amount)
        list.push(row(year, last.management_fee_type_id, { amount: raised(last.amount, ocaf_percent), ocaf_percent }))
    }
  }
  const percents = [2023, 2024, 2025, 2026].map((year) => row(year, 3, { percent: 6 }))
  return [...occupied, ...leaseUp, ...percents]
}

async function loadFees(client: pg.ClientBase): Promise<void> {
  const columns = {
    year: 'integer',
    management_fee_type_id: 'integer',
    amount: 'numeric',
    percent: 'numeric',
    ocaf_percent: 'numeric',
    effective_date: 'date',
    source: 'text',
  }
  await insertRows(client, 'management_fee_max', columns, feeMaxima())
}

// Developers ------------------------------------------------------------------------------------------------------

type DeveloperDraft = { name: string; city: string | null; notes: string; published: boolean }

const places = ['Jefferson City', 'Columbia', 'Springfield', 'Kansas City', 'Saint Louis', 'Rolla', 'Joplin'] as const
const kinds = ['Development', 'Housing Partners', 'Community Builders', 'Homes'] as const

/** The developers the agency's lists of 2025 name, by the number of the development. */
const published = (): Map<string, string> =>
  new Map(readLines('mhdc-developments-2025.csv').map((line) => [column(line, 'dev_no'), column(line, 'developer')]))

/** Who developed a property: as published, else invented for most of them; null leaves one without. */
function developerOf(property: Property, lists: ReadonlyMap<string, string>): DeveloperDraft | null {
  const name = property.agencyNumber === null ? undefined : lists.get(property.agencyNumber)
  if (name) return { name, city: null, notes: 'Named in the agency’s lists of 2025.', published: true }
  if (!chance(`has developer ${property.id}`, 85)) return null
  const key = `developer ${property.countyFips} ${hash(`which developer ${property.id}`) % 2}`
  const city = pick(`${key} city`, places)
  return { name: `Demo ${pick(key, kinds)} of ${city}`, city, notes: invented, published: false }
}

async function loadDevelopers(client: pg.ClientBase, { properties, day }: Portfolio): Promise<void> {
  const lists = published()
  const named = properties.flatMap((property) => {
    const developer = developerOf(property, lists)
    return developer ? [{ property, developer }] : []
  })
  const drafts = [...new Map(named.map(({ developer }) => [developer.name, developer])).values()].sort((a, b) =>
    a.name.localeCompare(b.name, 'en'),
  )
  const ids = new Map(drafts.map(({ name }, index) => [name, index + 1]))
  const rows = drafts.map((developer, index) => ({
    developer_id: index + 1,
    name: developer.name,
    city: developer.city,
    state: developer.city ? 'MO' : null,
    contact_name: developer.published ? null : 'Managing member',
    phone: developer.published ? null : inventPhone(developer.name),
    email: developer.published ? null : `office@${domainOf(developer.name)}`,
    notes: developer.notes,
    created_at: `${day}T12:00:00Z`,
  }))
  const columns = {
    developer_id: 'integer',
    name: 'text',
    city: 'text',
    state: 'text',
    contact_name: 'text',
    phone: 'text',
    email: 'text',
    notes: 'text',
    created_at: 'timestamptz',
  }
  await insertRows(client, 'developer', columns, rows)
  const ties = named.map(({ property, developer }) => ({
    property_id: property.id,
    developer_id: ids.get(developer.name) ?? 0,
    from_date: property.serviceDate ?? '2025-01-01',
  }))
  const tieColumns = { property_id: 'integer', developer_id: 'integer', from_date: 'date' }
  await insertRows(client, 'property_developer', tieColumns, ties)
}

// Financial institutions ------------------------------------------------------------------------------------------

const banks = places.flatMap((city) => [`Demo Bank of ${city}`, `Demo Credit Union of ${city}`])

async function loadInstitutions(client: pg.ClientBase, { properties }: Portfolio): Promise<void> {
  const rows = banks.map((name, index) => ({
    financial_institution_id: index + 1,
    name,
    city: name.replace(/^.* of /, ''),
    state: 'MO',
    active: index !== banks.length - 1,
  }))
  const columns = { financial_institution_id: 'integer', name: 'text', city: 'text', state: 'text', active: 'boolean' }
  await insertRows(client, 'financial_institution', columns, rows)
  const uses = properties
    .filter((property) => property.reserve !== null)
    .flatMap((property) => {
      const main = hash(`bank ${property.id}`) % banks.length
      const use = (at: number, used_for: string, last_used_on: string) => ({
        property_id: property.id,
        financial_institution_id: at + 1,
        used_for,
        last_used_on,
      })
      const before = (main + 1) % banks.length
      return [
        use(main, 'Replacement reserve', '2025-12-31'),
        ...(chance(`former bank ${property.id}`, 30) ? [use(before, 'Operating account', '2021-12-31')] : []),
      ]
    })
  const useColumns = {
    property_id: 'integer',
    financial_institution_id: 'integer',
    used_for: 'text',
    last_used_on: 'date',
  }
  await insertRows(client, 'property_financial_institution', useColumns, uses)
}

/** Loads what is kept of companies beside the properties: details, former companies, fees, developers, banks. */
export async function loadCompanyRecords(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  await loadCompanyDetails(client, portfolio)
  await loadFormerCompanies(client, portfolio)
  await loadFees(client)
  await loadDevelopers(client, portfolio)
  await loadInstitutions(client, portfolio)
  await continueIds(client, 'developer', 'developer_id')
  await continueIds(client, 'financial_institution', 'financial_institution_id')
}
