import type pg from 'pg'
import { hashPassword } from '#core/people/accounts/server/hashing.ts'
import type { FileStore } from '#kernel/server/files.ts'
import { getDemonstrationAccounts } from './accounts.ts'
import { auditByStatement, deferReferences } from './bulkLoading.ts'
import { type DemoContext, type DemoPart, sortByDependency } from './demoPart.ts'
import { continueIds } from './insertRows.ts'
import * as modules from './modules/index.ts'
import { buildPortfolio, type PortfolioOptions } from './portfolio.ts'
import { abandonQueue, queueStatements, waitForQueue } from './statementQueue.ts'
import type { Portfolio } from './types.ts'

/** `password` is the password of all demonstration accounts. Without `files`, no documents are created. */
export type LoadOptions = PortfolioOptions & {
  password: string
  files?: FileStore
  prepared?: Promise<PreparedDemonstration>
  /** Called with the name of each finished step. */
  onStep?: (step: string) => void
}

/** The data that can be prepared before the database exists. */
export type PreparedDemonstration = { portfolio: Portfolio; passwordHash: string }

/**
 * Prepares the data that needs no database. When the portal starts, this happens while PostgreSQL is set up.
 */
export async function prepareDemonstration({
  password,
  ...options
}: PortfolioOptions & { password: string }): Promise<PreparedDemonstration> {
  const passwordHash = hashPassword(password)
  return { portfolio: buildPortfolio(options), passwordHash: await passwordHash }
}

/** The numbers of loaded records, for the start-up message. */
export type LoadCounts = { properties: number; companies: number; vendors: number; requests: number }

/**
 * Tables with thousands of rows. They are loaded without audit, because initial data is not a change by a
 * user, and their foreign keys are checked at the end.
 */
const unauditedLargeTables = [
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

/** Audited tables with hundreds of rows. The rows of each statement are audited together. */
const auditedLargeTables = [
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

/** Tables without audit that have many foreign keys, which are checked at the end. */
const referencingTables = ['income_limit', 'project_occupancy', 'non_compliance_notice', 'distribution_basis']

/**
 * Fills a freshly migrated database with the demonstration in one transaction. The client must own the
 * tables. Throws if the database already has properties.
 */
export async function loadDemonstration(
  client: pg.ClientBase,
  { files, onStep = () => undefined, prepared, ...options }: LoadOptions,
): Promise<LoadCounts> {
  const existingProperty = await client.query('select 1 from property limit 1')
  if (existingProperty.rowCount)
    throw new Error('The demonstration goes only into an empty database; this one has properties.')
  const { passwordHash, portfolio } = await (prepared ?? prepareDemonstration(options))
  const accounts = getDemonstrationAccounts(portfolio)
  const users = new Map(accounts.map((account) => [account.userName, account.id]))
  const queuedClient = queueStatements(client)
  const context: DemoContext = {
    client: queuedClient,
    portfolio,
    accounts,
    users,
    passwordHash,
    day: portfolio.day,
  }
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
    await abandonQueue(queuedClient)
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
 * Loads the data of all modules one after the other. Documents are created at the same time, while the
 * database stores the rows of later modules.
 */
async function loadParts(context: DemoContext, files: FileStore | undefined, onStep: (step: string) => void) {
  const { client } = context
  const nameByPart = new Map<DemoPart, string>(Object.entries(modules).map(([name, part]) => [part, name]))
  const parts = sortByDependency(modules)
  const setAuditTriggers = (state: 'disable' | 'enable') =>
    client.query(
      unauditedLargeTables.map((table) => `alter table ${table} ${state} trigger audit`).join('; '),
    )
  await setAuditTriggers('disable')
  const endAuditByStatement = await auditByStatement(client, auditedLargeTables)
  const restoreReferences = await deferReferences(client, [
    ...unauditedLargeTables,
    ...auditedLargeTables,
    ...referencingTables,
  ])
  let pendingDocuments: Promise<unknown> = Promise.resolve()
  for (const part of parts) {
    await part.load?.(context)
    onStep(nameByPart.get(part)!)
    if (!files) continue
    pendingDocuments = pendingDocuments.then(() => part.createDocuments?.({ ...context, files }))
    pendingDocuments.catch(() => undefined)
  }
  await pendingDocuments
  onStep('documents')
  await endAuditByStatement()
  await restoreReferences()
  await setAuditTriggers('enable')
  for (const part of files ? parts : []) await part.loadAfterDocuments?.(context)
  for (const part of parts)
    for (const [table, key] of Object.entries(part.idColumns ?? {})) await continueIds(client, table, key)
  await waitForQueue(client)
  onStep('references and numbers')
}
