import { sql } from 'kysely'
import {
  type PendingKind,
  proposeChange,
  requiresSecondPerson,
} from '#core/platform/pendingChanges/server/index.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { locking, lockRow, readRow, updateRow, type Values } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import { accruals, computeAgain, setByHand } from '../model/calls.ts'
import { YearlyDistributionsAccrued } from '../model/entities.ts'
import { compareAccepted, runRightsChange, storeAccepted } from './accepted.ts'
import { ensureComputation, getRights } from './computation.ts'
import { type AccrualRow, loadStatementData, type StatementData } from './facts.ts'

/** The columns that make up the right to distributions of a year. */
const rightFields = ['year', 'months', 'equity', 'rate', 'earned'] as const

/**
 * Loads the rows of the years through the year of the computation, each with the amount paid and the balance
 * left. If `createMissing`, it first stores rows for years without one.
 */
export async function loadAccrualRows(context: AnyContext, computationId: number, createMissing: boolean) {
  const computation = await context.db
    .selectFrom('computationOfDistributions')
    .select('afsId')
    .where('computationOfDistributionsId', '=', computationId)
    .executeTakeFirst()
  const { afsId } = computation ?? refuse.notFound('This computation of distributions')
  const statementData = await loadStatementData(context, afsId)
  if (!createMissing) return addBalances(statementData)
  await createYears(context, statementData)
  return addBalances(await loadStatementData(context, afsId))
}

/** Adds today's computation and the balance to the rows. Years set by hand have their entered amounts. */
function addBalances(statementData: StatementData) {
  const rights = new Map(getRights(statementData).map((right) => [right.year, right]))
  return statementData.accruals.flatMap((row) => {
    const right = rights.get(row.year)
    if (!right) return []
    const { months, equity, rate, earned, paid, balance } = right
    const days = statementData.payments
      .filter((payment) => payment.year === row.year)
      .map((payment) => payment.paidOn)
    return { ...row, months, equity, rate, earned, paid, paidDate: days.at(-1) ?? null, balance }
  })
}

/**
 * Writes a row for each year that has none, and updates the others to today's computation. Years set by
 * hand are not changed.
 */
async function createYears(context: AnyContext, statementData: StatementData): Promise<void> {
  const { statement } = statementData
  const computationId = await ensureComputation(context, statement)
  const years = getRights(statementData)
    .filter((right) => !right.typed)
    .map(({ year, months, equity, rate, earned }) => ({ year, months, equity, rate, earned }))
  await sql`insert into yearly_distributions_accrued as y (property_id, computation_of_distributions_id, year,
    months, equity, rate, earned, written_by_id)
    select ${statement.propertyId}, case when d.year = ${statement.year} then ${computationId}::integer
    end, d.year, d.months, d.equity, d.rate, d.earned, ${context.actor.userId}
    from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) as d (year integer, months integer,
    equity numeric, rate numeric, earned numeric)
    on conflict (property_id, year) do update
      set months = excluded.months, equity = excluded.equity, rate = excluded.rate, earned = excluded.earned
      where (y.months, y.equity, y.rate, y.earned) is distinct
      from (excluded.months, excluded.equity, excluded.rate, excluded.earned)`.execute(context.db)
}

/** Requires a reason if the amounts differ from the stored ones, and then marks the year as set by hand. */
async function checkYearSetByHand(
  context: AnyContext,
  values: Values,
  stored: AccrualRow | null,
): Promise<Values> {
  if (stored && values.propertyId !== undefined && values.propertyId !== stored.propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: a year stays with its property.' }])
  const next = { ...stored, ...values } as Partial<AccrualRow>
  const isUnchanged = stored && rightFields.every((name) => (next[name] ?? null) === (stored[name] ?? null))
  if (!isUnchanged && !next.note?.trim())
    refuse.rule('There is a problem', [
      { field: 'note', message: 'Reason: say why this year is set by hand.' },
    ])
  return { ...values, typed: isUnchanged ? stored.typed : true, writtenById: context.actor.userId }
}
/** The kind of pending change for a right that was raised by hand. */
const RIGHT = 'right'

/**
 * Returns the row without amounts, to be stored until the right set by hand is confirmed. The next
 * computation fills it.
 */
const clearAmounts = (values: Values): Values => ({
  ...values,
  equity: null,
  rate: null,
  earned: 0,
  typed: false,
  note: null,
})

/** Returns the computed right of a year in dollars. 0 if there is no statement to compute it from. */
async function loadComputedRight(context: AnyContext, propertyId: number, year: number): Promise<number> {
  const statement = await context.db
    .selectFrom('annualStatement')
    .select('afsId')
    .where('propertyId', '=', propertyId)
    .where('year', '>=', year)
    .orderBy('year')
    .limit(1)
    .executeTakeFirst()
  if (!statement) return 0
  return (
    getRights(await loadStatementData(context, statement.afsId)).find((right) => right.year === year)
      ?.earned ?? 0
  )
}

/**
 * Proposes a right that is raised by hand to a second person (domain 48.4). Returns whether the change now
 * waits for that person.
 */
async function proposeRight(
  context: AnyContext,
  next: Pick<AccrualRow, 'propertyId' | 'year' | 'months' | 'equity' | 'rate' | 'earned' | 'note'>,
  stored: AccrualRow | null,
): Promise<boolean> {
  const { propertyId, year, months, equity, rate, earned, note } = next
  const amountBefore = stored?.typed ? stored.earned : await loadComputedRight(context, propertyId, year)
  if (toCents(earned) <= toCents(amountBefore) || !(await requiresSecondPerson(context))) return false
  await proposeChange(context, {
    kind: RIGHT,
    subjectId: propertyId,
    part: String(year),
    about: `Right to distributions of ${year}`,
    path: `/afs/view/${year}/${propertyId}`,
    was: formatMoney(amountBefore),
    becomes: formatMoney(earned),
    sent: { months, equity, rate, earned, note },
    reason: note ?? '',
  })
  return true
}

/** Applies a confirmed right as its proposer set it. The proposer counts as its author. */
export const pendingRight: PendingKind = {
  name: RIGHT,
  apply: async (context, { subjectId, part, sent, proposedById }) => {
    const result = await sql<{
      id: number
    }>`select yearly_distributions_accrued_id as id from yearly_distributions_accrued
      where property_id = ${subjectId} and year = ${Number(part)}`.execute(context.db)
    const { id } = result.rows[0] ?? refuse.conflict('The year has no row any more. Drop this change.')
    const stored = await lockRow(context, YearlyDistributionsAccrued, id)
    const next = await checkYearSetByHand(context, sent as Values, stored)
    await runRightsChange(context, stored.propertyId, stored.year as number, () =>
      updateRow(context, YearlyDistributionsAccrued, id, { ...next, typed: true, writtenById: proposedById }),
    )
  },
}

/**
 * The calls by which the agency sets the earned amount of a year by hand, or has it computed again.
 */
export const accrualCalls: Served[] = [
  ...serveController(accruals, {
    before: async (context, values, stored) => {
      const next = await checkYearSetByHand(context, values, stored as AccrualRow | null)
      if (!stored && (await proposeRight(context, next as AccrualRow, null))) return clearAmounts(next)
      const { propertyId, year } = { ...stored, ...values } as AccrualRow
      await storeAccepted(context, propertyId, year)
      return next
    },
    after: (context, { propertyId, year }) => compareAccepted(context, propertyId as number, year as number),
    beforeRemove: async (context, { propertyId, year, typed }) => {
      if (typed) refuse.rule('A year set by hand cannot be removed. Compute it again instead.')
      await storeAccepted(context, propertyId as number, year as number)
    },
    afterRemove: (context, { propertyId, year }) =>
      compareAccepted(context, propertyId as number, year as number),
  }),
  serve(
    setByHand,
    async (context) => {
      const { id } = context.params
      const stored = await lockRow(context, YearlyDistributionsAccrued, id)
      const next = await checkYearSetByHand(context, context.body, stored)
      if (await proposeRight(context, { ...stored, ...context.body }, stored)) return stored
      return runRightsChange(context, stored.propertyId, stored.year as number, () =>
        updateRow(context, YearlyDistributionsAccrued, id, next),
      ) as Promise<AccrualRow>
    },
    ({ params }) => locking(YearlyDistributionsAccrued, params.id),
  ),
  serve(
    computeAgain,
    async (context) => {
      const { id } = context.params
      const { propertyId, year } = (await readRow(context, YearlyDistributionsAccrued, id)) as AccrualRow
      await runRightsChange(context, propertyId, year, () =>
        updateRow(context, YearlyDistributionsAccrued, id, {
          typed: false,
          note: null,
          writtenById: context.actor.userId,
        }),
      )
      return true
    },
    ({ params }) => locking(YearlyDistributionsAccrued, params.id),
  ),
]
