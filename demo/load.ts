import type pg from 'pg'
import { hashPassword } from '#ground/accounts/server/hashing.ts'
import type { FileStore } from '#kernel/server/files.ts'
import { demonstrationAccounts } from './accounts.ts'
import { loadCertificationDocuments, loadCertifications } from './certification.ts'
import { loadCompanyContacts } from './companyContacts.ts'
import { loadCompanyRecords } from './companyRecords.ts'
import { loadContactChanges } from './contactChanges.ts'
import { loadDocuments } from './documents.ts'
import { continueIds, insertRows } from './insertRows.ts'
import { loadLetters } from './letters.ts'
import { loadAccounts, loadCompanies, loadContacts, loadRights } from './loadPeople.ts'
import { loadProperties } from './loadProperties.ts'
import { loadReference } from './loadReference.ts'
import { loadLedgers, loadRequests, loadReserveAccounts, loadVendors } from './loadReserves.ts'
import { loadMessages } from './messages.ts'
import { inventColleagues, loadColleagues } from './people.ts'
import { buildPortfolio, type PortfolioOptions } from './portfolio.ts'
import { loadTasks } from './tasks.ts'
import type { Portfolio } from './types.ts'

/** `password` is that of all demonstration accounts; without `files` there are no documents. */
export type LoadOptions = PortfolioOptions & { password: string; files?: FileStore }

/** The agency whose portfolio this is. */
const AGENCY = 'MHDC'

/** What was loaded, for the start-up message. */
export type Loaded = { properties: number; companies: number; vendors: number; requests: number }

const numbered: readonly (readonly [table: string, key: string])[] = [
  ['region', 'region_id'],
  ['county', 'county_id'],
  ['federal_type', 'federal_type_id'],
  ['room_type', 'room_type_id'],
  ['management_company', 'management_company_id'],
  ['property', 'property_id'],
  ['property_room_type', 'project_room_type_id'],
  ['contact', 'contact_id'],
  ['app_user', 'user_id'],
  ['vendor', 'vendor_id'],
  ['reserve_account', 'reserve_account_id'],
  ['replacement_reserve_request', 'replacement_reserve_request_id'],
  ['replacement_reserve_request_item', 'replacement_reserve_request_item_id'],
]

async function loadAll(client: pg.ClientBase, portfolio: Portfolio, passwordHash: string): Promise<void> {
  const accounts = demonstrationAccounts(portfolio)
  const users = new Map(accounts.map((account) => [account.userName, account.id]))
  const ids = await loadReference(client, portfolio)
  const companyIds = await loadCompanies(client, portfolio)
  await loadProperties(client, portfolio, ids, companyIds)
  await loadCompanyRecords(client, portfolio)
  await loadContacts(client, portfolio)
  await loadCompanyContacts(client)
  await loadAccounts(client, accounts, companyIds, passwordHash, `${portfolio.day}T12:00:00Z`)
  await loadRights(client, accounts)
  await loadColleagues(
    client,
    inventColleagues(portfolio, accounts.length + 1),
    companyIds,
    passwordHash,
    portfolio.day,
  )
  const signer = { user_id: users.get('agency.manager'), name: 'Agency Manager', title: 'Demonstration signature' }
  await insertRows(client, 'signer', { user_id: 'integer', name: 'text', title: 'text' }, [signer])
  await loadVendors(client, portfolio, users)
  await loadReserveAccounts(client, portfolio)
  await loadRequests(client, portfolio, users)
  await loadLedgers(client, portfolio)
  await loadLetters(client, AGENCY)
  await loadCertifications(client, portfolio)
  await loadContactChanges(client, portfolio, accounts)
  await loadTasks(client, portfolio)
  await loadMessages(client, users, portfolio.day)
  for (const [table, key] of numbered) await continueIds(client, table, key)
}

/**
 * Fills a freshly migrated database with the demonstration, in one transaction: all of it or nothing. The client must
 * own the tables. Throws when the database already holds properties.
 */
export async function loadDemonstration(
  client: pg.ClientBase,
  { password, files, ...options }: LoadOptions,
): Promise<Loaded> {
  const held = await client.query('select 1 from property limit 1')
  if (held.rowCount) throw new Error('The demonstration goes only into an empty database; this one has properties.')
  const [passwordHash, portfolio] = [await hashPassword(password), buildPortfolio(options)]
  await client.query('begin')
  try {
    await client.query(`select set_config('rooftree.call', 'demonstration', true)`)
    await loadAll(client, portfolio, passwordHash)
    if (files) await loadDocuments(client, files, portfolio.day)
    if (files) await loadCertificationDocuments(client, files, portfolio.day)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query(
    'analyze property, contact, property_contact, property_rent, property_room_type, reserve_entry, task_schedule, task_instance, audit_log',
  )
  return {
    properties: portfolio.properties.length,
    companies: portfolio.companies.length,
    vendors: portfolio.vendors.length,
    requests: portfolio.requests.length,
  }
}
