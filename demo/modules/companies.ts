import type pg from 'pg'
import { drawBetween, drawChance } from '../chance.ts'
import { getDomain, inventPhone } from '../companies.ts'
import type { DemoPart } from '../demoPart.ts'
import { type GeneratedDocument, getAnalyst, storeDocuments } from '../documents.ts'
import { insertRows } from '../insertRows.ts'
import type { Portfolio } from '../types.ts'

const MAX_COMPANIES_WITH_DOCUMENTS = 25

/** Returns the ids of the companies of the public data, by name. */
export const getCompanyIds = ({ companies }: Portfolio): ReadonlyMap<string, number> =>
  new Map(companies.map((company) => [company.name, company.id]))

async function loadCompanies(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const columns = {
    management_company_id: 'integer',
    name: 'text',
    address: 'text',
    city: 'text',
    state: 'text',
    zip: 'text',
    phone: 'text',
    email: 'text',
    created_at: 'timestamptz',
  }
  const rows = portfolio.companies.map(({ id, ...company }) => ({
    management_company_id: id,
    ...company,
    state: 'MO',
    created_at: `${portfolio.day}T12:00:00Z`,
  }))
  await insertRows(client, 'management_company', columns, rows)
}

/**
 * Invented companies with statuses that the public data does not have: candidates (2) and inactive ones (0),
 * two of which were merged into another company.
 */
const inventedCompanies: readonly { name: string; status: number; mergedInto?: string; mergedAt?: string }[] =
  [
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
    {
      name: 'Demo Osage Management',
      status: 0,
      mergedInto: 'Bell Management Inc.',
      mergedAt: '2024-09-30T15:00:00Z',
    },
  ]

/** Loads the invented companies, and the invented facts of all companies: EIN, quarter, website and notes. */
async function loadCompanyDetails(client: pg.ClientBase, { companies, day }: Portfolio): Promise<void> {
  const idByName = new Map(companies.map((company) => [company.name, company.id]))
  const firstId = companies.length + 1
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
  const rows = inventedCompanies
    .filter((item) => item.mergedInto === undefined || idByName.has(item.mergedInto))
    .map(({ name, status, mergedInto, mergedAt }, index) => ({
      management_company_id: firstId + index,
      name,
      status,
      city: 'Jefferson City',
      state: 'MO',
      zip: '65101',
      phone: inventPhone(name),
      email: `office@${getDomain(name)}`,
      alias_of: mergedInto === undefined ? null : (idByName.get(mergedInto) ?? null),
      merged_at: mergedAt ?? null,
      created_at: `${day}T12:00:00Z`,
    }))
  await insertRows(client, 'management_company', columns, rows)
  const details = [...companies, ...rows].map(({ name }) => ({
    name,
    ein_last4: String(drawBetween(`ein ${name}`, 0, 9999)).padStart(4, '0'),
    default_quarter: drawChance(`quarter ${name}`, 60) ? drawBetween(`which quarter ${name}`, 1, 4) : null,
    website: `www.${getDomain(name)}`,
    notes: `Address, telephone, mail, website and EIN: invented for the demonstration.`,
  }))
  await client.query(
    `update management_company c set ein_last4 = d.ein_last4, default_quarter = d.default_quarter, website = d.website, notes = d.notes
      from json_to_recordset($1::json) as d (name text, ein_last4 text, default_quarter integer, website text, notes text)
      where c.name = d.name`,
    [JSON.stringify(details)],
  )
}

/** Returns an insurance certificate for each of the companies with the most properties. */
async function getCompanyDocuments(
  client: pg.ClientBase,
  userId: number,
  timestamp: string,
): Promise<GeneratedDocument[]> {
  const result = await client.query<{ id: number; name: string }>(
    `select c.management_company_id as id, c.name from management_company c join property p using (management_company_id)
      group by 1, 2 order by count(*) desc, 1 limit $1`,
    [MAX_COMPANIES_WITH_DOCUMENTS],
  )
  return result.rows.map(({ id, name }) => ({
    property_id: null,
    management_company_id: id,
    module_name: 'Company',
    module_id: id,
    sub_module_name: null,
    sub_module_id: null,
    document_type: 'Certificate of insurance',
    internal_to_agency: false,
    file_name: 'certificate-of-insurance.pdf',
    created_by: userId,
    created_at: timestamp,
    lines: [name],
  }))
}

/** Loads the management companies, and insurance certificates of the largest ones. */
export default {
  load: async ({ client, portfolio }) => {
    await loadCompanies(client, portfolio)
    await loadCompanyDetails(client, portfolio)
  },
  createDocuments: async (context) =>
    storeDocuments(
      context,
      await getCompanyDocuments(context.client, getAnalyst(context), `${context.day}T12:00:00Z`),
    ),
  idColumns: { management_company: 'management_company_id' },
} satisfies DemoPart
