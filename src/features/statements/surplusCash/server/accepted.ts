import { isDeepStrictEqual as isDeepEqual } from 'node:util'
import { sql } from 'kysely'
import type { ToDoSource } from '#core/portfolio/tasks/server/index.ts'
import { facts, type StatementRow } from '#features/statements/annualStatement/model/index.ts'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { type AcceptedComputation, getAcceptedComputation, getChangedParts } from '../model/accepted.ts'
import { partCodes } from '../model/form.ts'
import { type StoredFigure, selectFigures } from '../model/rights.ts'
import { loadSurplusCashView } from './computation.ts'
import { loadAcceptedStatements, loadStatementData, type StatementData } from './facts.ts'

/** Stores the computations of accepted statements as they are today. Runs one SQL statement. */
async function storeComputations(context: AnyContext, accepted: readonly StatementData[]): Promise<void> {
  const rows = await Promise.all(
    accepted.map(async (statementData) => ({
      afs_id: statementData.statement.afsId,
      property_id: statementData.statement.propertyId,
      seen: getAcceptedComputation(await loadSurplusCashView(context, statementData)),
    })),
  )
  if (rows.length === 0) return
  await sql`insert into computation_of_distributions as c (afs_id, property_id, seen)
    select d.afs_id, d.property_id, d.seen
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (afs_id integer, property_id integer,
    seen jsonb)
    on conflict (afs_id) do update set seen = excluded.seen, since = null`.execute(context.db)
}

/**
 * Returns a statement with the equity figure it is accepted on, as the register has it on that day (domain
 * 31).
 */
function addFigure(statementData: StatementData): { found: StatementData; figure: StoredFigure | null } {
  const { statement, present, accruals, computation } = statementData
  const isTyped = accruals.some((accrual) => accrual.year === statement.year && accrual.typed)
  const inRegister = isTyped ? null : (present.find((item) => item.year === statement.year) ?? null)
  const figure = computation?.equitySeen ?? inRegister
  const facts = statementData.facts.map((fact) =>
    fact.year === statement.year ? { ...fact, decided: true, seen: figure } : fact,
  )
  return { figure, found: { ...statementData, facts, figures: selectFigures(present, facts) } }
}

/**
 * Stores the figures that a decision was based on: for an accepted statement the equity figure and the
 * computation, and for every decided one by how much the approved amounts exceed its limit now (domain
 * 47.5). Runs two SQL statements.
 */
export async function storeDecision(context: AnyContext, { afsId, statusId }: Decided): Promise<void> {
  const { found: statementData, figure } = addFigure(await loadStatementData(context, afsId))
  const isAccepted = statusId === RequestStatus.APPROVED
  const view = await loadSurplusCashView(context, statementData)
  const beyond =
    view.approved === 0 ? null : fromCents(Math.max(0, toCents(view.approved) - toCents(view.b4)))
  const computationJson = isAccepted ? JSON.stringify(getAcceptedComputation(view)) : null
  const equity = isAccepted && figure ? JSON.stringify(figure) : null
  await sql`insert into computation_of_distributions as c (afs_id, property_id, seen, equity_seen, to_repay)
    values (${afsId}, ${statementData.statement.propertyId}, ${computationJson}::jsonb, ${equity}::jsonb,
    ${beyond}::numeric)
    on conflict (afs_id) do update set seen = excluded.seen, since = null, equity_seen = excluded.equity_seen,
      to_repay = coalesce(excluded.to_repay, c.to_repay)`.execute(context.db)
}
type Decided = Pick<StatementRow, 'afsId' | 'statusId'>

/**
 * Clears the stored decision of a reopened statement, so that it is computed again. Runs one SQL statement.
 */
export async function clearDecision(
  context: AnyContext,
  { afsId }: Pick<StatementRow, 'afsId'>,
): Promise<void> {
  await sql`update computation_of_distributions set seen = null, since = null, equity_seen = null
    where afs_id = ${afsId} and (seen is not null or equity_seen is not null)`.execute(context.db)
}

/**
 * Runs a change that affects rights from a year on. Accepted statements from then on still show the figures
 * they were accepted on, and what these would be today is stored with them.
 */
export async function runRightsChange<Result>(
  context: AnyContext,
  propertyId: number,
  fromYear: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const isNeeded = await storeAccepted(context, propertyId, fromYear)
  const result = await work()
  if (isNeeded) await compareAccepted(context, propertyId, fromYear)
  return result
}

/**
 * Stores the computations of accepted statements from a year on that have none stored. Returns whether
 * there are any accepted ones.
 */
export async function storeAccepted(
  context: AnyContext,
  propertyId: number,
  fromYear: number,
): Promise<boolean> {
  const accepted = await loadAcceptedStatements(context, propertyId, fromYear)
  await storeComputations(
    context,
    accepted.filter(({ computation }) => !computation?.seen),
  )
  return accepted.length > 0
}

/**
 * Stores the figures that accepted statements would have today; skips statements without a stored
 * computation.
 */
export async function compareAccepted(
  context: AnyContext,
  propertyId: number,
  fromYear: number,
): Promise<void> {
  const accepted = await loadAcceptedStatements(context, propertyId, fromYear)
  const rows: { afs_id: number; since: object | null }[] = []
  for (const statementData of accepted) {
    const { seen: acceptedComputation, since: before = null } = statementData.computation ?? {}
    if (!acceptedComputation) continue
    const since = getChangedParts(
      acceptedComputation as AcceptedComputation,
      await loadSurplusCashView(context, statementData),
    )
    if (!isDeepEqual(since, before)) rows.push({ afs_id: statementData.statement.afsId, since })
  }
  if (rows.length === 0) return
  await sql`update computation_of_distributions c set since = nullif(d.since, 'null')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (afs_id integer, since jsonb)
    where c.afs_id = d.afs_id`.execute(context.db)
}

const formatDollarsSql = (code: string, column: string) =>
  sql`to_char((c.${sql.raw(column)} ->> ${sql.lit(code)})::numeric, 'FM$999,999,999,990.00')`
const changedLinesSql = sql.join(
  partCodes.map(
    (code) => sql`case when (c.seen ->> ${sql.lit(code)})::numeric <> (c.since ->> ${sql.lit(code)})::numeric
      then concat(${sql.lit(code.toUpperCase())}, ' ', ${formatDollarsSql(code, 'seen')}, ', today ',
      ${formatDollarsSql(code, 'since')}) end`,
  ),
)

/** Accepted statements whose rights would differ today, with the amounts approved on them (domain 47.5). */
export const changedBasisToDo: ToDoSource = {
  kind: 'surplusCash.since',
  label: 'Accepted on figures that were undone',
  waitsFor: 'agency',
  rows: () => sql`
    select a.afs_id, a.property_id, null::integer, ${facts.permission}::text,
      left(concat_ws('; ', concat('FS-', a.afs_id, ' of ', a.year,
      ' was accepted on figures that were undone: ', concat_ws('; ', ${changedLinesSql})),
        (select string_agg(concat('DR-', r.distribution_request_id, ' approved, ', to_char(r.approved_amount,
        'FM$999,999,999,990.00')), '; ')
          from distribution_request r where r.afs_id = a.afs_id
          and r.status_id = ${sqlStatus.APPROVED})), 400),
      null::date, a.decided, concat('/afs/view/', a.year, '/', a.property_id)
    from computation_of_distributions c join annual_statement a using (afs_id)
    where c.since is not null and a.status_id = ${sqlStatus.APPROVED}`,
}
