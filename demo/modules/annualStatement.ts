import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { needsNote } from '#engines/worksheet/model/index.ts'
import { statements as declared } from '#features/statements/annualStatement/model/statements.ts'
import { fromCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { loadInBulk } from '../bulkLoading.ts'
import type { DemoContext, DemoPart } from '../demoPart.ts'
import { type GeneratedDocument, storeDocuments } from '../documents.ts'
import { type FiledStep, getStepsTo, getStepTakers, loadStatusHistory } from '../filedRecords.ts'
import { type Cell, copyRows, insertRows } from '../insertRows.ts'
import {
  CURE_DAYS,
  type DemoStatement,
  getDemoStatements,
  isCleared,
  loadFiledCompanies,
} from './annualStatement/statements.ts'

/** The change from which a line must be explained, as in the default settings. */
const noteLimits = { percent: 10, dollars: 1000 }
/** The newest years, this many, have a status history and the origin of each figure. */
const YEARS_WITH_ORIGINS = 2
/** The maximum number of statements whose signed audit is a document. */
const MAX_AUDITS = 60

type TotalName = 'assets' | 'liabilities' | 'equity' | 'revenue' | 'expenses' | 'netIncome'

/** The totals to which each account contributes, and whether it raises or lowers them. */
const bearingsByAccount = new Map<string, readonly (readonly [TotalName, 1 | -1])[]>()
/**
 * Returns the totals to which an account contributes, each with 1 if the account raises it and -1 if it
 * lowers it. The first digits of the code determine the kind of account.
 */
function getBearings(code: string): readonly (readonly [TotalName, 1 | -1])[] {
  if (/^1/.test(code)) return [['assets', /^(1131|1138|1495)$/.test(code) ? -1 : 1]]
  if (/^2/.test(code)) return [['liabilities', 1]]
  if (code === '3130') return [['equity', 1]]
  if (/^5/.test(code))
    return (['revenue', 'netIncome'] as const).map((total) => [total, code.startsWith('52') ? -1 : 1])
  if (/^6/.test(code)) return [['netIncome', -1], ...(/^66/.test(code) ? [] : [['expenses', 1] as const])]
  return /^7/.test(code) ? [['netIncome', code === '7105' ? 1 : -1]] : []
}

/** Computes the totals that lists show, in dollars. */
function computeTotals(amounts: DemoStatement['amounts']): Record<TotalName, number> {
  const sums = { assets: 0, liabilities: 0, equity: 0, revenue: 0, expenses: 0, netIncome: 0 }
  for (const code in amounts) {
    const accountBearings = bearingsByAccount.get(code) ?? getBearings(code)
    bearingsByAccount.set(code, accountBearings)
    for (const [total, sign] of accountBearings) sums[total] += sign * amounts[code]!
  }
  for (const total in sums) sums[total as TotalName] = fromCents(sums[total as TotalName])
  return sums
}

/** The reasons in notes, by the first digit of the account: rents, expenses and fees. */
const noteReasons: Readonly<Record<string, string>> = {
  5: 'More units were let than the year before; see the rent roll.',
  6: 'The contract was bid anew in the spring.',
  7: 'The partnership agreement sets the fee.',
}

/** Returns the notes of the lines that must be explained. In a draft, the last of them has no note. */
function getNotes({ amounts, prior, books, statusId, isReturned }: DemoStatement): Record<string, string> {
  if (!prior || prior.months !== books.months) return {}
  const codes = [...new Set([...Object.keys(amounts), ...Object.keys(prior.amounts)])].filter((code) =>
    /^[567]/.test(code),
  )
  const codesToExplain = codes.filter((code) =>
    needsNote(prior.amounts[code] ?? 0, amounts[code] ?? 0, noteLimits),
  )
  const filledCodes =
    statusId === RequestStatus.NOT_SUBMITTED && !isReturned ? codesToExplain.slice(0, -1) : codesToExplain
  return Object.fromEntries(filledCodes.map((code) => [code, `Demonstration: ${noteReasons[code[0]!]}`]))
}

const statementColumns = {
  afs_id: 'integer',
  property_id: 'integer',
  year: 'integer',
  period_start: 'date',
  period_end: 'date',
  statement_type: 'text',
  opinion: 'text',
  going_concern: 'boolean',
  audit_firm: 'text',
  audit_report_date: 'date',
  prior_period_adjustment: 'boolean',
  findings_count: 'integer',
  consolidated_entity: 'boolean',
  accounting_basis: 'text',
  tax_credits_attached: 'boolean',
  totals: 'jsonb',
  status_id: 'integer',
  version: 'integer',
  submitted_by_id: 'integer',
  submitted: 'timestamptz',
  return_reason: 'text',
  reviewer_id: 'integer',
  review_started: 'timestamptz',
  reviewed_by_id: 'integer',
  reviewed: 'timestamptz',
  decided_by_id: 'integer',
  decided: 'timestamptz',
  decision_comment: 'text',
  owner_certification_id: 'integer',
  agent_certification_id: 'integer',
  created_by: 'integer',
  created_at: 'timestamptz',
} as const

const NON_COMPLIANCE_REASON = 'Demonstration: tenant deposits are not fully funded.'
const RETURN_REASON =
  'Demonstration: the replacement reserve does not agree with the bank confirmation, and accumulated depreciation has the wrong sign.'

const addDaysToTimestamp = (timestamp: string, days: number): string =>
  new Date(Date.parse(timestamp) + days * 86_400_000).toISOString()

/** Returns the users and times of the steps that a statement has taken. */
function getStepValues(demoStatement: DemoStatement, { users, day }: DemoContext) {
  const { statusId, submitted, isReturned, filer } = demoStatement
  const { analyst, manager } = getStepTakers(users)
  const currentTime = `${day}T15:00:00.000Z`
  const getLaterTime = (days: number) =>
    submitted && [addDaysToTimestamp(submitted, days), currentTime].toSorted()[0]!
  const valueFrom = <T>(status: number, value: T): T | null => (statusId >= status ? value : null)
  return {
    submitted_by_id: submitted && filer,
    submitted,
    return_reason: isReturned ? RETURN_REASON : null,
    reviewer_id: valueFrom(3, analyst),
    review_started: valueFrom(3, getLaterTime(6)),
    reviewed_by_id: valueFrom(4, analyst),
    reviewed: valueFrom(4, getLaterTime(12)),
    decided_by_id: valueFrom(5, manager),
    decided: valueFrom(5, getLaterTime(isCleared(demoStatement) ? 15 + CURE_DAYS : 15)),
    decision_comment: valueFrom(6, NON_COMPLIANCE_REASON),
  }
}

/** Builds the row of a statement. */
function buildStatementRow(demoStatement: DemoStatement, context: DemoContext) {
  const { books, statusId, startDay, filer } = demoStatement
  const isQualified = statusId === RequestStatus.REJECTED || isCleared(demoStatement)
  return {
    afs_id: demoStatement.afsId,
    property_id: demoStatement.propertyId,
    year: demoStatement.year,
    period_start: books.periodStart,
    period_end: books.periodEnd,
    statement_type: 'Audit',
    opinion: isQualified ? 'Qualified' : 'Unmodified',
    going_concern: false,
    audit_firm: 'Demo Audit Partners LLP',
    audit_report_date: startDay > books.periodEnd ? startDay : null,
    prior_period_adjustment: false,
    findings_count: isQualified ? 1 : 0,
    consolidated_entity: false,
    accounting_basis: 'Accrual',
    tax_credits_attached: demoStatement.credits.length > 0,
    totals: computeTotals(demoStatement.amounts),
    status_id: statusId,
    version: statusId + (demoStatement.isReturned ? 2 : 0),
    ...getStepValues(demoStatement, context),
    // Each submitted statement has two certifications, which are loaded after the statements.
    owner_certification_id: statusId >= RequestStatus.SUBMITTED ? 2 * demoStatement.afsId - 1 : null,
    agent_certification_id: statusId >= RequestStatus.SUBMITTED ? 2 * demoStatement.afsId : null,
    created_by: filer,
    created_at: `${startDay}T15:00:00Z`,
  }
}

const lineColumns = [
  'afs_id',
  'property_id',
  'filed_company_id',
  'code',
  'position',
  'amount',
  'note',
  'origins',
]

/**
 * Returns the lines of a statement from its amounts by account. Lines of recent years have the origin of
 * their amount.
 */
function getLines(demoStatement: DemoStatement, companyId: number | null, withOrigins: boolean): Cell[][] {
  const notes = getNotes(demoStatement)
  const origin = {
    by: demoStatement.filer,
    at: `${demoStatement.startDay}T15:00:00+00:00`,
    file: `audit-${demoStatement.year}.xlsx`,
  }
  return Object.entries(demoStatement.amounts).map(([code, cents]) => {
    const position = Number(code.replace(/\D/g, ''))
    const origins = withOrigins ? { amount: { ...origin, row: (position % 97) + 2 } } : null
    return [
      demoStatement.afsId,
      demoStatement.propertyId,
      companyId,
      code,
      position,
      fromCents(cents),
      notes[code],
      origins,
    ]
  })
}

/**
 * SQL: the certifications of each submitted statement by the owner and the managing agent. If the company
 * has no user accounts, the certifications have no user.
 */
const certificationsSql = `
  insert into certification (certification_id, user_id, afs_id, role, name, title, text_version, signature, certified_at)
  select c.id, case when a.created_by is not null then c.user_id end, a.afs_id, c.role, c.name, c.title, 1, c.name, a.submitted - c.before
  from annual_statement a join property p using (property_id) left join management_company m on m.management_company_id = a.filed_company_id
  cross join lateral (values (a.owner_certification_id, 'Owner', coalesce(p.owner_name, 'Demo Owner LP'), 'For the owner', $1::integer, interval '2 days'),
    (a.agent_certification_id, 'Managing agent', coalesce(m.name, 'Demo agent'), 'For the managing agent', $2::integer, interval '0'))
    c (id, role, name, title, user_id, before)
  where c.id is not null`

/** SQL: the submitted version of each recent statement, with its figures. */
const versionsSql = `
  insert into annual_statement_version (afs_id, property_id, filed_company_id, number, submitted, submitted_by_id, content)
  select a.afs_id, a.property_id, a.filed_company_id, 1, a.submitted, a.submitted_by_id, jsonb_build_object('head', to_jsonb(a) - 'agency_comments',
    'lines', (select jsonb_agg(jsonb_build_object('code', l.code, 'amount', l.amount, 'note', l.note) order by l.position) from annual_statement_line l where l.afs_id = a.afs_id),
    'certifications', '[]'::jsonb)
  from annual_statement a where a.submitted is not null and a.created_by is not null and a.year >= $1`

/** SQL: gives each task the statement of its year, with its status. */
const taskUpdateSql = `
  update task_instance i set request_id = a.afs_id, status_id = a.status_id, submitted = a.submitted from annual_statement a
  where i.task_type_id = ${TaskType.AFS} and i.property_id = a.property_id and extract(year from i.period_end) = a.year`

async function load(context: DemoContext): Promise<void> {
  const { client, users } = context
  const statements = await getDemoStatements(context)
  const newest = Math.max(...statements.map((demoStatement) => demoStatement.year))
  await insertRows(
    client,
    'annual_statement',
    statementColumns,
    statements.map((demoStatement) => buildStatementRow(demoStatement, context)),
  )
  const companies = await loadFiledCompanies(client)
  await loadInBulk(client, ['annual_statement_line'], async () => {
    for (const year of new Set(statements.map((demoStatement) => demoStatement.year))) {
      const withOrigins = year > newest - YEARS_WITH_ORIGINS
      const yearStatements = statements.filter((demoStatement) => demoStatement.year === year)
      const rows = yearStatements.flatMap((demoStatement) =>
        getLines(demoStatement, companies.get(demoStatement.afsId) ?? null, withOrigins),
      )
      await copyRows(client, 'annual_statement_line', lineColumns, rows)
    }
  })
  await client.query('analyze annual_statement, annual_statement_line')
  const [owner, agent] = [
    users.get('company.admin'),
    users.get('company.write') ?? users.get('company.admin'),
  ]
  await client.query(certificationsSql, [owner, agent])
  await client.query(versionsSql, [newest - YEARS_WITH_ORIGINS])
  await client.query(taskUpdateSql)
  const recentStatements = statements.filter(
    (demoStatement) => demoStatement.year > newest - YEARS_WITH_ORIGINS,
  )
  await loadStatusHistory(
    client,
    declared.flow.entity,
    recentStatements.map((demoStatement) => ({
      id: demoStatement.afsId,
      propertyId: demoStatement.propertyId,
      steps: getSteps(demoStatement, context),
    })),
  )
}

/** Returns the steps of a statement, with the times of its row. */
function getSteps(demoStatement: DemoStatement, context: DemoContext): FiledStep[] {
  const stepTakers = getStepTakers(context.users)
  const isClosed = demoStatement.statusId === RequestStatus.REJECTED || isCleared(demoStatement)
  const { submitted, review_started, reviewed, decided } = getStepValues(demoStatement, context)
  const firstDecision = isCleared(demoStatement) ? addDaysToTimestamp(decided!, -CURE_DAYS) : decided
  const days = [null, submitted, review_started, reviewed, firstDecision]
  const statusBeforeReturn = demoStatement.isReturned ? RequestStatus.SUBMITTED : demoStatement.statusId
  const filedSteps = getStepsTo(
    isClosed ? RequestStatus.REJECTED : statusBeforeReturn,
    demoStatement.startDay,
    stepTakers,
    isClosed ? NON_COMPLIANCE_REASON : null,
  )
  const steps = filedSteps.map((step, index) => ({
    ...step,
    by: step.by === stepTakers.company ? demoStatement.filer : step.by,
    at: days[index] ?? step.at,
  }))
  const last = steps.at(-1)!
  if (demoStatement.isReturned)
    return [
      ...steps,
      {
        ...last,
        action: 'return',
        from: 2,
        to: 1,
        at: addDaysToTimestamp(last.at, 4),
        by: stepTakers.analyst,
        reason: RETURN_REASON,
      },
    ]
  if (!isCleared(demoStatement)) return steps
  return [...steps, { ...last, action: 'closeNonCompliance', from: 6, to: 5, at: decided!, reason: null }]
}

/** Creates the signed audits of the newest statements that the company accounts filed. */
async function documents(
  context: DemoContext & Parameters<NonNullable<DemoPart['createDocuments']>>[0],
): Promise<void> {
  const companyStatements = (await getDemoStatements(context)).filter(
    (demoStatement) =>
      demoStatement.filer !== null && (demoStatement.submitted || demoStatement.fault === null),
  )
  const audits = companyStatements.slice(-MAX_AUDITS).map(
    (demoStatement): GeneratedDocument => ({
      property_id: demoStatement.propertyId,
      management_company_id: null,
      module_name: declared.module,
      module_id: demoStatement.afsId,
      sub_module_name: null,
      sub_module_id: null,
      document_type: 'Signed audit',
      internal_to_agency: false,
      file_name: `audit-${demoStatement.year}.pdf`,
      created_by: demoStatement.filer ?? 1,
      created_at: `${demoStatement.startDay}T16:00:00Z`,
      lines: [
        `Independent auditor's report, fiscal year ${demoStatement.year}`,
        'Demo Audit Partners LLP',
        `Statement ${declared.numberOf(demoStatement.afsId)}`,
      ],
    }),
  )
  await storeDocuments(context, audits)
}

/** Loads seven years of annual statements in bulk. */
export default {
  after: ['properties', 'people', 'reserves', 'tasks', 'budget'],
  load,
  createDocuments: documents,
  idColumns: { annual_statement: 'afs_id', certification: 'certification_id' },
} satisfies DemoPart
