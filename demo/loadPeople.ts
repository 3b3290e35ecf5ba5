import type pg from 'pg'
import type { Account } from './accounts.ts'
import { insertRows } from './insertRows.ts'
import type { Portfolio } from './types.ts'

/** Loads the management companies and answers their ids by name. */
export async function loadCompanies(client: pg.ClientBase, portfolio: Portfolio): Promise<Map<string, number>> {
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
  return new Map(portfolio.companies.map((company) => [company.name, company.id]))
}

/** Loads the contacts and who is whose. */
export async function loadContacts(client: pg.ClientBase, portfolio: Portfolio): Promise<void> {
  const columns = {
    contact_id: 'integer',
    name: 'text',
    company: 'text',
    title: 'text',
    city: 'text',
    phone: 'text',
    email: 'text',
  }
  await insertRows(
    client,
    'contact',
    columns,
    portfolio.contacts.map(({ id, ...contact }) => ({ contact_id: id, ...contact })),
  )
  await insertRows(
    client,
    'property_contact',
    { property_id: 'integer', contact_id: 'integer', contact_type_id: 'integer' },
    portfolio.propertyContacts.map((link) => ({
      property_id: link.propertyId,
      contact_id: link.contactId,
      contact_type_id: link.contactType,
    })),
  )
}

const userColumns = {
  user_id: 'integer',
  user_name: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  is_admin: 'boolean',
  is_manager: 'boolean',
  is_mc_admin: 'boolean',
  management_company_id: 'integer',
  created_at: 'timestamptz',
}

/** Loads the accounts, all with one password (given hashed). Their properties must be there. */
export async function loadAccounts(
  client: pg.ClientBase,
  accounts: readonly Account[],
  companyIds: ReadonlyMap<string, number>,
  passwordHash: string,
  createdAt: string,
): Promise<void> {
  const users = accounts.map((account) => ({
    user_id: account.id,
    user_name: account.userName,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    is_admin: account.isAdmin,
    is_manager: account.isManager,
    is_mc_admin: account.isCompanyAdmin,
    management_company_id: account.company === null ? null : (companyIds.get(account.company) ?? null),
    created_at: createdAt,
  }))
  await insertRows(client, 'app_user', userColumns, users)
  const secrets = accounts.map(({ id }) => ({ user_id: id, password_hash: passwordHash }))
  await insertRows(client, 'user_secret', { user_id: 'integer', password_hash: 'text' }, secrets)
  const userRoles = accounts.map(({ id, roleId }) => ({ user_id: id, role_id: roleId }))
  await insertRows(client, 'user_role', { user_id: 'integer', role_id: 'integer' }, userRoles)
}

/** Loads on which properties the accounts may do what. */
export async function loadRights(client: pg.ClientBase, accounts: readonly Account[]): Promise<void> {
  const ties = accounts.flatMap(({ id, mainProperties, grants }) => [
    ...mainProperties.map((property_id) => ({ user_id: id, property_id, is_main: true })),
    ...grants.map((grant) => ({ user_id: id, property_id: grant.propertyId, is_main: false })),
  ])
  await insertRows(client, 'user_property', { user_id: 'integer', property_id: 'integer', is_main: 'boolean' }, ties)
  const columns = { user_id: 'integer', property_id: 'integer', key: 'text', read: 'boolean', write: 'boolean' }
  const permissions = accounts.flatMap(({ id, grants }) =>
    grants.flatMap((grant) =>
      grant.keys.map((key) => ({ user_id: id, property_id: grant.propertyId, key, read: true, write: grant.write })),
    ),
  )
  await insertRows(client, 'permission', columns, permissions)
}
