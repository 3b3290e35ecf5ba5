import { sql } from 'kysely'
import { fromCents, toCents } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import type { Values } from '#kernel/server/rows.ts'
import type { AnyContext, Served } from '#kernel/server/serve.ts'
import { accruals } from '../model/calls.ts'
import { computationFor, rightsIn } from './computation.ts'
import { type AccrualRow, type Found, findAll } from './facts.ts'

/** The rows of a computation: the years through its own, each with what was paid, and the balance that is open after it. */
export async function accrualRows(context: AnyContext, computationId: number, creating: boolean) {
  const known = await context.db
    .selectFrom('computationOfDistributions')
    .select('afsId')
    .where('computationOfDistributionsId', '=', computationId)
    .executeTakeFirst()
  const { afsId } = known ?? refuse.notFound('This computation of distributions')
  const found = await findAll(context, afsId)
  if (!creating) return withBalance(found)
  await createYears(context, found)
  return withBalance(await findAll(context, afsId))
}

/** What was reckoned counts as it is reckoned today, whenever its row was written. */
function withBalance(found: Found) {
  const rights = new Map(rightsIn(found).map((right) => [right.year, right]))
  let open = 0
  return found.accruals
    .filter((row) => row.year <= found.statement.year)
    .map((row) => {
      const right = row.distributionRequestId === null && !row.typed ? rights.get(row.year) : undefined
      const { months, equity, rate, earned } = right ?? row
      open += toCents(earned) - toCents(row.paid)
      return { ...row, months, equity, rate, earned, balance: fromCents(open) }
    })
}

/** Writes a row for each year that has none, and reckons the others anew; what was set by hand stays. One statement. */
async function createYears(context: AnyContext, found: Found): Promise<void> {
  const { statement } = found
  const computationId = await computationFor(context, statement)
  const years = rightsIn(found)
    .filter((right) => !right.typed)
    .map(({ year, months, equity, rate, earned }) => ({ year, months, equity, rate, earned }))
  await sql`insert into yearly_distributions_accrued as y (property_id, computation_of_distributions_id, year, months, equity, rate, earned, written_by_id)
    select ${statement.propertyId}, case when d.year = ${statement.year} then ${computationId}::integer end, d.year, d.months, d.equity, d.rate, d.earned, ${context.actor.userId}
    from jsonb_to_recordset(${JSON.stringify(years)}::jsonb) as d (year integer, months integer, equity numeric, rate numeric, earned numeric)
    on conflict (property_id, year) where distribution_request_id is null do update
      set months = excluded.months, equity = excluded.equity, rate = excluded.rate, earned = excluded.earned
      where (y.months, y.equity, y.rate, y.earned) is distinct from (excluded.months, excluded.equity, excluded.rate, excluded.earned)`.execute(
    context.db,
  )
}

type Payment = { statement: Found['statement']; requestId: number; number: string; amount: number }

/** Writes what is approved on a request of a statement as paid in the year that follows it. Dollars. */
export async function commitPayment(
  context: AnyContext,
  { statement, requestId, number, amount }: Payment,
): Promise<void> {
  await context.db
    .insertInto('yearlyDistributionsAccrued')
    .values({
      propertyId: statement.propertyId,
      computationOfDistributionsId: await computationFor(context, statement),
      year: statement.year + 1,
      ...{ months: 0, earned: 0, paid: amount, paidDate: context.settings.today() },
      ...{ distributionRequestId: requestId, typed: false, writtenById: context.actor.userId },
      note: `${number} approved`,
    })
    .execute()
}

/** Takes back whatever of a request stands as paid, by a row of its own; nothing where nothing does. One statement. */
export async function reversePayment(context: AnyContext, requestId: number, number: string): Promise<void> {
  await sql`insert into yearly_distributions_accrued (property_id, computation_of_distributions_id, year, months, earned, paid, paid_date,
      distribution_request_id, note, written_by_id)
    select property_id, computation_of_distributions_id, year, 0, 0, -sum(paid), ${context.settings.today()}::date, ${requestId}::integer,
      ${`${number} taken back`}, ${context.actor.userId}::integer
    from yearly_distributions_accrued where distribution_request_id = ${requestId}
    group by property_id, computation_of_distributions_id, year having sum(paid) <> 0`.execute(context.db)
}

/** The generic calls: a year as the agency sets it by hand; what a request has paid is changed by its steps alone. */
export const accrualCalls: Served[] = serveController(accruals, {
  before: async (context, values, present) => {
    refuseRequests(present)
    if (present && values.propertyId !== undefined && values.propertyId !== present.propertyId)
      refuse.invalid([{ field: 'propertyId', message: 'Property: a year stays with its property.' }])
    return { ...values, typed: true, writtenById: context.actor.userId }
  },
  beforeRemove: async (_, present) => refuseRequests(present),
})

function refuseRequests(present: Values | null): void {
  if ((present as AccrualRow | null)?.distributionRequestId)
    refuse.rule('A request wrote this row: reopen the request to take it back.')
}
