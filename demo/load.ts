import type pg from 'pg'
import { hashPassword } from '#ground/people/accounts/server/hashing.ts'
import type { FileStore } from '#kernel/server/files.ts'
import { demonstrationAccounts } from './accounts.ts'
import { referencesLater } from './bulk.ts'
import { continueIds } from './insertRows.ts'
import * as modules from './modules/index.ts'
import { type DemoContext, type DemoPart, inOrder } from './part.ts'
import { buildPortfolio, type PortfolioOptions } from './portfolio.ts'

/** `password` is that of all demonstration accounts; without `files` there are no documents. */
export type LoadOptions = PortfolioOptions & {
  password: string
  files?: FileStore
  /** Told the name of each step that is done. */
  told?: (step: string) => void
}

/** What was loaded, for the start-up message. */
export type Loaded = { properties: number; companies: number; vendors: number; requests: number }

/**
 * Records and figures by the thousand: what is loaded before the portal begins is no change anybody made, and what they
 * refer to is checked at the end.
 */
const byTheThousand = [
  ...[
    'annual_statement',
    'certification',
    'afs_report_card',
    'afs_report_card_custom_income',
    'afs_report_card_finding',
  ],
  ...[
    'computation_of_distributions',
    'yearly_distributions_accrued',
    'distribution_payment',
    'distribution_request',
    'budget',
  ],
  ...['utility_allowance', 'project_exhibit', 'resident_relations', 'ahl'],
  ...['housing_priority_certification', 'housing_priority_certification_special_needs'],
  ...[
    'tcap',
    'tcap_amount',
    'tcap_quarter',
    'non_compliance',
    'task_instance',
    'reserve_deposit',
    'reserve_entry',
    'letter',
  ],
]

/**
 * Fills a freshly migrated database with the demonstration, in one transaction: all of it or nothing. The client must
 * own the tables. Throws when the database already holds properties.
 */
export async function loadDemonstration(
  client: pg.ClientBase,
  { password, files, told = () => undefined, ...options }: LoadOptions,
): Promise<Loaded> {
  const held = await client.query('select 1 from property limit 1')
  if (held.rowCount) throw new Error('The demonstration goes only into an empty database; this one has properties.')
  const [passwordHash, portfolio] = [await hashPassword(password), buildPortfolio(options)]
  const accounts = demonstrationAccounts(portfolio)
  const users = new Map(accounts.map((account) => [account.userName, account.id]))
  const context: DemoContext = { client, portfolio, accounts, users, passwordHash, day: portfolio.day }
  told('portfolio')
  const names = new Map<DemoPart, string>(Object.entries(modules).map(([name, part]) => [part, name]))
  const parts = inOrder(modules)
  await client.query('begin')
  try {
    await client.query(`select set_config('rooftree.call', 'demonstration', true)`)
    // Hundreds of thousands of rows are sorted and indexed at once.
    await client.query(`set local work_mem = '128MB'; set local maintenance_work_mem = '256MB'`)
    const audit = (how: 'disable' | 'enable') =>
      client.query(byTheThousand.map((table) => `alter table ${table} ${how} trigger audit`).join('; '))
    await audit('disable')
    const refer = await referencesLater(client, byTheThousand)
    for (const part of parts) {
      await part.load?.(context)
      told(names.get(part)!)
    }
    await refer()
    told('references')
    await audit('enable')
    for (const part of files ? parts : []) {
      await part.documents?.({ ...context, files: files! })
      told(`${names.get(part)}, documents`)
    }
    for (const part of parts)
      for (const [table, key] of Object.entries(part.numbered ?? {})) await continueIds(client, table, key)
    told('numbers')
    await client.query('commit')
    told('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
  await client.query(
    'analyze property, contact, property_contact, property_rent, property_room_type, reserve_entry, task_schedule, task_instance, audit_log',
  )
  told('analyze')
  return {
    properties: portfolio.properties.length,
    companies: portfolio.companies.length,
    vendors: portfolio.vendors.length,
    requests: portfolio.requests.length,
  }
}
