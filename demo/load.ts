import type pg from 'pg'
import { hashPassword } from '#kernel/server/auth.ts'
import { demonstrationAccounts } from './accounts.ts'
import { continueIds, insertRows } from './insertRows.ts'
import { loadAccounts, loadCompanies, loadContacts, loadRights } from './loadPeople.ts'
import { loadProperties } from './loadProperties.ts'
import { loadReference } from './loadReference.ts'
import { loadLedgers, loadRequests, loadReserveAccounts, loadVendors } from './loadReserves.ts'
import { buildPortfolio, type PortfolioOptions } from './portfolio.ts'
import type { Portfolio } from './types.ts'

/** `password` is that of all demonstration accounts. */
export type LoadOptions = PortfolioOptions & { password: string }

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
  await loadContacts(client, portfolio)
  await loadAccounts(client, accounts, companyIds, passwordHash, `${portfolio.day}T12:00:00Z`)
  await loadRights(client, accounts)
  const signer = { user_id: users.get('agency.manager'), name: 'Agency Manager', title: 'Demonstration signature' }
  await insertRows(client, 'signer', { user_id: 'integer', name: 'text', title: 'text' }, [signer])
  await loadVendors(client, portfolio, users)
  await loadReserveAccounts(client, portfolio)
  await loadRequests(client, portfolio, users)
  await loadLedgers(client, portfolio)
  for (const [table, key] of numbered) await continueIds(client, table, key)
}

/**
 * Fills a freshly migrated database with the demonstration, in one transaction: all of it or nothing. The client must
 * own the tables. Throws when the database already holds properties.
 */
export async function loadDemonstration(client: pg.ClientBase, { password, ...options }: LoadOptions): Promise<Loaded> {
  const held = await client.query('select 1 from property limit 1')
  if (held.rowCount) throw new Error('The demonstration goes only into an empty database; this one has properties.')
  const [passwordHash, portfolio] = [await hashPassword(password), buildPortfolio(options)]
  await client.query('begin')
  try {
    await client.query(`select set_config('rooftree.call', 'demonstration', true)`)
    await loadAll(client, portfolio, passwordHash)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query('analyze property, property_contact, property_rent, property_room_type, reserve_entry, audit_log')
  return {
    properties: portfolio.properties.length,
    companies: portfolio.companies.length,
    vendors: portfolio.vendors.length,
    requests: portfolio.requests.length,
  }
}
