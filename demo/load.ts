import type pg from 'pg'
import { hashPassword } from '#ground/people/accounts/server/hashing.ts'
import type { FileStore } from '#kernel/server/files.ts'
import { demonstrationAccounts } from './accounts.ts'
import { abandon, ahead, settled } from './ahead.ts'
import { auditedTogether, referencesLater } from './bulk.ts'
import { continueIds } from './insertRows.ts'
import * as modules from './modules/index.ts'
import { type DemoContext, type DemoPart, inOrder } from './part.ts'
import { buildPortfolio, type PortfolioOptions } from './portfolio.ts'
import type { Portfolio } from './types.ts'

/** `password` is the password of all demonstration accounts. Without `files` there are no documents. */
export type LoadOptions = PortfolioOptions & {
  password: string
  files?: FileStore
  prepared?: Promise<Prepared>
  /** Called with the name of each finished step. */
  onStep?: (step: string) => void
}

/** The data that is prepared before the database exists. */
export type Prepared = { portfolio: Portfolio; passwordHash: string }

/** Prepares the data that needs no database. At a start this happens while PostgreSQL is set up. */
export async function prepareDemonstration({
  password,
  ...options
}: PortfolioOptions & { password: string }): Promise<Prepared> {
  const passwordHash = hashPassword(password)
  return { portfolio: buildPortfolio(options), passwordHash: await passwordHash }
}

/** The numbers of loaded records, for the start-up message. */
export type Loaded = { properties: number; companies: number; vendors: number; requests: number }

/**
 * Tables with thousands of rows. They are loaded without audit, because the initial data is not a change by a
 * user, and their references are checked at the end.
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

/** Audited tables with hundreds of rows, which are added many at a time. */
const byTheHundred = [
  ...[
    'property_contact',
    'property_rent',
    'task_schedule',
    'permission',
    'property_room_type',
    'property_inspection',
  ],
  ...[
    'property_federal_type',
    'contact',
    'property_financial_institution',
    'property_characteristic',
    'file',
  ],
  ...['compliance_inspection', 'property_building', 'reserve_account', 'reserve_interest_rate', 'property'],
  ...[
    'management_company_project_history',
    'reserve_deposit_schedule',
    'property_developer',
    'user_property',
  ],
  ...['ahl_photo', 'management_company_contact', 'activity_period', 'additional_assistance'],
]

/** Tables without audit, but with many references. */
const withReferences = ['income_limit', 'project_occupancy', 'non_compliance_notice', 'distribution_basis']

/**
 * Fills a freshly migrated database with the demonstration in one transaction. The client must own the
 * tables. Throws if the database already has properties.
 */
export async function loadDemonstration(
  client: pg.ClientBase,
  { files, onStep = () => undefined, prepared, ...options }: LoadOptions,
): Promise<Loaded> {
  const present = await client.query('select 1 from property limit 1')
  if (present.rowCount)
    throw new Error('The demonstration goes only into an empty database; this one has properties.')
  const { passwordHash, portfolio } = await (prepared ?? prepareDemonstration(options))
  const accounts = demonstrationAccounts(portfolio)
  const users = new Map(accounts.map((account) => [account.userName, account.id]))
  const quick = ahead(client)
  const context: DemoContext = { client: quick, portfolio, accounts, users, passwordHash, day: portfolio.day }
  onStep('portfolio')
  await client.query('begin')
  try {
    await client.query(`select set_config('rooftree.call', 'demonstration', true)`)
    // More memory, because hundreds of thousands of rows are sorted and indexed.
    await client.query(`set local work_mem = '128MB'; set local maintenance_work_mem = '256MB'`)
    await loadParts(context, files, onStep)
    await client.query('commit')
    onStep('commit')
  } catch (error) {
    await abandon(quick)
    await client.query('rollback')
    throw error
  }
  await client.query(
    'analyze property, contact, property_contact, property_rent, property_room_type, reserve_entry, task_schedule, task_instance, audit_log (table_name, row_id, property_id, changed_at)',
  )
  onStep('analyze')
  return {
    properties: portfolio.properties.length,
    companies: portfolio.companies.length,
    vendors: portfolio.vendors.length,
    requests: portfolio.requests.length,
  }
}

/**
 * Loads all parts one after the other. Documents are created at the same time, while the database stores the
 * rows of other parts.
 */
async function loadParts(context: DemoContext, files: FileStore | undefined, onStep: (step: string) => void) {
  const { client } = context
  const names = new Map<DemoPart, string>(Object.entries(modules).map(([name, part]) => [part, name]))
  const parts = inOrder(modules)
  const audit = (how: 'disable' | 'enable') =>
    client.query(byTheThousand.map((table) => `alter table ${table} ${how} trigger audit`).join('; '))
  await audit('disable')
  const audited = await auditedTogether(client, byTheHundred)
  const refer = await referencesLater(client, [...byTheThousand, ...byTheHundred, ...withReferences])
  let papers: Promise<unknown> = Promise.resolve()
  for (const part of parts) {
    await part.load?.(context)
    onStep(names.get(part)!)
    if (!files) continue
    papers = papers.then(() => part.documents?.({ ...context, files }))
    papers.catch(() => undefined)
  }
  await papers
  onStep('documents')
  await audited()
  await refer()
  await audit('enable')
  for (const part of files ? parts : []) await part.papered?.(context)
  for (const part of parts)
    for (const [table, key] of Object.entries(part.numbered ?? {})) await continueIds(client, table, key)
  await settled(client)
  onStep('references and numbers')
}
