import { type RawBuilder, sql } from 'kysely'
import { isTaxCreditOnly } from '#ground/properties/model/index.ts'
import { inScope, isAgency, isAgencyWriter } from '#kernel/model/access.ts'
import { type AnyEntity, type Row, snakeCase } from '#kernel/model/entity.ts'
import { fromCents } from '#kernel/model/money.ts'
import { canEdit } from '#kernel/model/workflow.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type StatementRow, statements } from '#modules/annualStatement/model/index.ts'
import { type StatementFigures, statementFigures } from '#modules/annualStatement/server/index.ts'
import {
  ComputationOfDistributions,
  DistributionBasis,
  SurplusCash,
  YearlyDistributionsAccrued,
} from '../model/entities.ts'
import { surplusLines } from '../model/form.ts'
import type { YearFacts } from '../model/rights.ts'
import './tables.ts'

export type SurplusRow = Row<typeof SurplusCash>
export type AccrualRow = Row<typeof YearlyDistributionsAccrued>
type Basis = Row<typeof DistributionBasis> & { setByName: string | null }

/** What is stored of a statement's surplus cash and of its property's rights. */
type Stored = {
  subject: string
  federalTypes: string[]
  rows: SurplusRow[]
  computation: Row<typeof ComputationOfDistributions> | null
  bases: Basis[]
  accruals: AccrualRow[]
  facts: YearFacts[]
  people: Record<string, string>
}
export type Found = StatementFigures & Stored

/** Mortgages that principal is paid on: first and second, current and long-term. */
const mortgages = ['2170', '2171', '2320', '2321']
/** What the form never takes in but is mistaken for: entity cash, escrow and reserves (domain 5.5). */
const neverCash = ['1125', '1310', '1320', '1330', '1340']

/** SQL: a row of an entity as a record of its fields. */
const recordOf = (entity: AnyEntity, alias: string, more: RawBuilder<unknown> = sql``) =>
  sql`jsonb_build_object(${sql.join(
    Object.keys(entity.fields).map((name) => sql`${sql.lit(name)}, ${sql.ref(`${alias}.${snakeCase(name)}`)}`),
  )}${more})`
const listOf = (record: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${record}), '[]') from ${from})`
const nameOf = sql`nullif(trim(concat(u.first_name, ' ', u.last_name)), '')`

/** SQL: what the statements of a property say of their years, as far as its rights are concerned. */
const factsSql = (propertyId: number, through: number) =>
  listOf(
    sql`jsonb_build_object('year', a.year, 'months', a.months, 'principalPaid', c.principal_paid, 'mortgages', m.held)`,
    sql`annual_statement a left join computation_of_distributions c using (afs_id)
      left join lateral (select case when count(*) > 0 then coalesce(sum(l.amount) filter (where l.code = any (${mortgages}::text[])), 0) end as held
        from annual_statement_line l where l.afs_id = a.afs_id and l.amount is not null) m on true
      where a.property_id = ${propertyId} and a.year <= ${through}`,
  )

/**
 * A statement with everything its surplus cash and its computation of distributions stand on: three SQL statements. Not
 * found (404) out of scope. The rights are those of the property, through `through`, the statement's own year by default.
 */
export async function findAll(context: AnyContext, afsId: number): Promise<Found> {
  const figures = await statementFigures(context, afsId)
  const { propertyId, year } = figures.statement
  const found = await sql<Stored>`select kernel.filed_property_name(${propertyId}) as subject,
    array(select f.name from property_federal_type t join federal_type f using (federal_type_id) where t.property_id = ${propertyId}) as federal_types,
    ${listOf(recordOf(SurplusCash, 's'), sql`surplus_cash s where s.afs_id = ${afsId}`)} as rows,
    (select ${recordOf(ComputationOfDistributions, 'c')} from computation_of_distributions c where c.afs_id = ${afsId}) as computation,
    ${listOf(
      recordOf(DistributionBasis, 'b', sql`, 'setByName', ${nameOf}`),
      sql`distribution_basis b left join app_user u on u.user_id = b.set_by_id where b.property_id = ${propertyId}`,
    )} as bases,
    ${listOf(
      recordOf(YearlyDistributionsAccrued, 'y'),
      sql`(select * from yearly_distributions_accrued where property_id = ${propertyId} order by year, yearly_distributions_accrued_id) y`,
    )} as accruals,
    ${factsSql(propertyId, year)} as facts,
    (select coalesce(jsonb_object_agg(u.user_id, ${nameOf}) filter (where ${nameOf} is not null), '{}') from app_user u
      where u.user_id in (select (o.value ->> 'by')::integer from surplus_cash s cross join lateral jsonb_each(coalesce(s.origins, '{}')) o
        where s.afs_id = ${afsId})) as people`.execute(context.db)
  return { ...figures, ...found.rows[0]! }
}

/** Whether the caller reads what the reviewer makes of a statement: the agency always, its company after the decision. */
export const seesReview = ({ actor }: AnyContext, { statusId }: Pick<StatementRow, 'statusId'>): boolean =>
  isAgency(actor) || statusId >= 5

/** Whether the caller is a reviewer of this statement, which is under review. */
export const mayReview = ({ actor }: AnyContext, { statusId, propertyId }: StatementRow): boolean =>
  isAgencyWriter(actor) && inScope(actor.scope.write, propertyId) && statusId === 3

/** What every screen of a statement's surplus cash begins with. */
export function headOf(context: AnyContext, { statement, chart, read, subject, federalTypes }: Found) {
  const { afsId, propertyId, year, months, periodEnd, statusId } = statement
  const codes = [...surplusLines.flatMap((line) => line.accounts), ...mortgages, ...neverCash]
  return {
    ...{ afsId, propertyId, subject, year, months, periodEnd, statusId },
    statusLabel: statements.labelOf(statusId, statement.submitted),
    required: !isTaxCreditOnly(federalTypes),
    canEdit: canEdit(statements.flow, statement, context.actor),
    canReview: mayReview(context, statement),
    accounts: Object.fromEntries(
      codes.map((code) => [code, { name: chart.of.get(code)?.name ?? '', amount: fromCents(read(code)) }]),
    ),
  }
}
