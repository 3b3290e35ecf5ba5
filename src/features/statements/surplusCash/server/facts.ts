import { type RawBuilder, sql } from 'kysely'
import { isTaxCreditOnly } from '#core/portfolio/properties/model/index.ts'
import type { ReadCents } from '#engines/worksheet/model/index.ts'
import { recordSql, recordsSql } from '#engines/worksheet/server/index.ts'
import { getEquityFiguresSql } from '#features/capital/equity/server/index.ts'
import { type StatementRow, statements } from '#features/statements/annualStatement/model/index.ts'
import { inScope, isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import type { AnyEntity, Row } from '#kernel/model/entity.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { isDecided, RequestStatus } from '#kernel/model/status.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import {
  ComputationOfDistributions,
  DistributionBasis,
  DistributionPayment,
  SurplusCash,
  YearlyDistributionsAccrued,
} from '../model/entities.ts'
import { mortgages, surplusLines } from '../model/form.ts'
import { type StoredFigure, selectFigures, type YearFacts } from '../model/rights.ts'
import { unassignedLiabilities } from '../model/surplus.ts'

export type SurplusRow = Row<typeof SurplusCash>
export type AccrualRow = Row<typeof YearlyDistributionsAccrued>
export type PaymentRow = Row<typeof DistributionPayment>
type Basis = Row<typeof DistributionBasis> & { setByName: string | null }

/** The stored data of a statement's surplus cash and of its property's rights. */
type StoredData = {
  subject: string
  federalTypes: string[]
  rows: SurplusRow[]
  computation: Row<typeof ComputationOfDistributions> | null
  bases: Basis[]
  accruals: AccrualRow[]
  payments: PaymentRow[]
  /** The last fiscal year of the property with an accepted statement or an approved distribution. */
  lastDecidedYear: number | null
  facts: (YearFacts & { decided: boolean; seen: StoredFigure | null })[]
  figures: StoredFigure[]
  people: Record<string, string>
  /** The names of accounts, and their amounts in dollars, by code. */
  names: Record<string, string>
  amounts: Record<string, number>
}
export type StatementData = StoredData & {
  /** The current equity figures of the register. `figures` are those that count for the statement. */
  present: StoredFigure[]
  statement: StatementRow
  read: ReadCents
}

/**
 * Accounts that the form never includes but that people mistake for its cash: entity cash, escrow and
 * reserves (domain 5.5).
 */
const excludedAccounts = ['1125', '1310', '1320', '1330', '1340']

/** SQL: rows of an entity as a list with their fields, and with the fields in `more`. */
const listSql = (entity: AnyEntity, row: string, from: RawBuilder<unknown>, more?: RawBuilder<unknown>) =>
  recordsSql(recordSql(Object.keys(entity.fields), row, more), from)
const userNameSql = sql`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`

/** SQL: the facts about rights from the statements of the property of `a`, through its own year. */
const factsSql = recordsSql(
  sql`jsonb_build_object('year', o.year, 'periodStart', o.period_start, 'periodEnd', o.period_end,
    'principalPaid', c.principal_paid, 'mortgages', m.balance,
    'decided', o.status_id = ${sqlStatus.APPROVED}, 'seen', c.equity_seen)`,
  sql`annual_statement o left join computation_of_distributions c on c.afs_id = o.afs_id
    left join lateral (select case
    when count(*) > 0 then coalesce(sum(l.amount) filter (where l.code = any (${mortgages}::text[])), 0)
    end as balance
      from annual_statement_line l where l.afs_id = o.afs_id and l.amount is not null) m on true
    where o.property_id = a.property_id and o.year <= a.year`,
)

/**
 * SQL: the agency's equity figures of the property of `a`. If there are any, the rights to distributions are
 * computed from them.
 */
const figuresSql = (): RawBuilder<unknown> => {
  const fields = [
    'year',
    'equity',
    'beginning',
    'principalPaid',
    'improvements',
    'principalToDate',
    'mortgages',
  ]
  return recordsSql(
    recordSql(fields, 'f', sql`, 'stored', false`),
    sql`(${getEquityFiguresSql(sql`a.property_id`)}) f`,
  )
}

/** SQL: the stored data of statement `a`. */
const storedSql = () => sql`kernel.filed_property_name(a.property_id) as subject,
  array(select f.name from property_federal_type t join federal_type f using (federal_type_id)
  where t.property_id = a.property_id) as federal_types,
  ${listSql(SurplusCash, 's', sql`surplus_cash s where s.afs_id = a.afs_id`)} as rows,
  (select ${recordSql(Object.keys(ComputationOfDistributions.fields), 'c')}
  from computation_of_distributions c where c.afs_id = a.afs_id) as computation,
  ${listSql(
    DistributionBasis,
    'b',
    sql`distribution_basis b left join app_user u on u.user_id = b.set_by_id where b.property_id = a.property_id`,
    sql`, 'setByName', ${userNameSql}`,
  )} as bases,
  ${listSql(
    YearlyDistributionsAccrued,
    'y',
    sql`(select * from yearly_distributions_accrued d where d.property_id = a.property_id order by d.year) y`,
  )} as accruals,
  ${listSql(
    DistributionPayment,
    'q',
    sql`(select * from distribution_payment d where d.property_id = a.property_id order by d.paid_on, d.distribution_payment_id) q`,
  )} as payments,
  greatest((select max(d.year) from annual_statement d where d.property_id = a.property_id
    and d.status_id = ${sqlStatus.APPROVED}), (select max(d.year)
    from distribution_request r join annual_statement d using (afs_id)
    where d.property_id = a.property_id and r.status_id = ${sqlStatus.APPROVED})) as last_decided_year,
  ${factsSql} as facts,
  ${figuresSql()} as figures,
  (select coalesce(jsonb_object_agg(u.user_id, ${userNameSql}) filter (where ${userNameSql} is not null),
  '{}')
  from app_user u
    where u.user_id in (select (o.value ->> 'by')::integer from surplus_cash s cross
    join lateral jsonb_each(coalesce(s.origins, '{}')) o
      where s.afs_id = a.afs_id)) as people,
  (select coalesce(jsonb_object_agg(l.code, l.amount), '{}') from annual_statement_line l
  where l.afs_id = a.afs_id and l.amount is not null) as amounts,
  (select coalesce(jsonb_object_agg(h.code, h.name), '{}') from chart_account h
  where h.statement = 'Balance sheet'
    and h.effective_from <= a.year and coalesce(h.effective_to, a.year) >= a.year) as names`

/**
 * Loads a statement with all input of its surplus cash and its computation of distributions. Runs one SQL
 * statement. Only entered accounts are used, so no total is computed. Null if the caller may not see it.
 */
export async function findVisibleStatement({ db }: AnyContext, afsId: number): Promise<StatementData | null> {
  const result = await sql<StatementRow & StoredData>`
    select a.*, ${storedSql()} from annual_statement a where a.afs_id = ${afsId}`.execute(db)
  return result.rows[0] ? buildStatementData(result.rows[0]) : null
}

function buildStatementData(row: StatementRow & StoredData): StatementData {
  const read: ReadCents = (code) => toCents(row.amounts[code] ?? 0)
  return {
    ...row,
    present: row.figures,
    figures: selectFigures(row.figures, row.facts),
    statement: row,
    read,
  }
}

/**
 * Loads the accepted statements of a property from a year on, each with all input of its computation. Runs
 * one SQL statement.
 */
export async function loadAcceptedStatements(
  { db }: AnyContext,
  propertyId: number,
  fromYear: number,
): Promise<StatementData[]> {
  const result = await sql<StatementRow & StoredData>`select a.*, ${storedSql()} from annual_statement a
    where a.property_id = ${propertyId} and a.year >= ${fromYear} and a.status_id = ${sqlStatus.APPROVED}
    order by a.year`.execute(db)
  return result.rows.map(buildStatementData)
}

/** Loads a statement with all its input; not found (404) if the caller may not see it. */
export const loadStatementData = async (context: AnyContext, afsId: number): Promise<StatementData> =>
  (await findVisibleStatement(context, afsId)) ?? refuse.notFound('This statement')

/**
 * Whether the caller may read the reviewer's figures of a statement: the agency always, its company after
 * the decision.
 */
export const canSeeReview = ({ actor }: AnyContext, { statusId }: Pick<StatementRow, 'statusId'>): boolean =>
  isAgency(actor) || isDecided(statusId)

/** Whether the caller may enter reviewed figures of this statement, because it is under review. */
export const canReview = ({ actor }: AnyContext, { statusId, propertyId }: StatementRow): boolean =>
  isAgencyWriter(actor) && inScope(actor.scope.write, propertyId) && statusId === RequestStatus.UNDER_REVIEW

/** Returns the data that all screens of a statement's surplus cash share. */
export function getSurplusCashHead(
  context: AnyContext,
  { statement, names, read, subject, federalTypes }: StatementData,
) {
  const { afsId, propertyId, year, months, periodEnd, statusId } = statement
  const codes = [
    ...surplusLines.flatMap((line) => line.accounts),
    ...mortgages,
    ...excludedAccounts,
    ...unassignedLiabilities,
  ]
  return {
    afsId,
    propertyId,
    subject,
    year,
    months,
    periodEnd,
    statusId,
    statusLabel: statements.labelOf(statusId, statement.submitted),
    required: !isTaxCreditOnly(federalTypes),
    canEdit: canEdit(statements.flow, statement, context.actor),
    canReview: canReview(context, statement),
    restates: statement.priorPeriodAdjustment === true,
    accounts: Object.fromEntries(
      codes.map((code) => [code, { name: names[code] ?? '', amount: fromCents(read(code)) }]),
    ),
  }
}
