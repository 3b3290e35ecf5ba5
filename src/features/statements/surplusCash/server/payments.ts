import { sql } from 'kysely'
import { readProperty } from '#core/portfolio/properties/server/index.ts'
import { emptyRecord } from '#kernel/model/controller.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, type Values } from '#kernel/server/rows.ts'
import type { AnyContext, Context, Served } from '#kernel/server/serve.ts'
import { sqlStatus } from '#kernel/server/statusSql.ts'
import { NO_REASON } from '#kernel/server/workflow.ts'
import { payments } from '../model/calls.ts'
import { DistributionPayment } from '../model/entities.ts'
import { enteredSources } from '../model/payments.ts'
import { compareAccepted, runRightsChange, storeAccepted } from './accepted.ts'
import { ensureComputation } from './computation.ts'
import type { PaymentRow, StatementData } from './facts.ts'
import { createPendingPayment, proposePayment, raisesRights } from './pendingPayments.ts'

type RequestPayment = {
  statement: StatementData['statement']
  requestId: number
  number: string
  amount: number
}

/** Stores the approved amount of a request on a statement as paid in the year after it, in dollars. */
export async function commitPayment(
  context: AnyContext,
  { statement, requestId, number, amount }: RequestPayment,
): Promise<void> {
  await runRightsChange(context, statement.propertyId, statement.year + 1, async () =>
    sql`insert into distribution_payment (property_id, computation_of_distributions_id,
      distribution_request_id, year, paid_on, source, amount, note, written_by_id)
    values (${statement.propertyId}, ${await ensureComputation(context, statement)}, ${requestId},
    ${statement.year + 1}, ${context.settings.today()}::date,
      'Request', ${amount}, ${`${number} approved`}, ${context.actor.userId})`.execute(context.db),
  )
}

type Reversal = Pick<RequestPayment, 'requestId' | 'number'> &
  Pick<StatementData['statement'], 'propertyId' | 'year'>

/**
 * Reverses the amount of a request that still counts as paid, with a separate row. Does nothing if there is
 * none.
 */
export async function reversePayment(
  context: AnyContext,
  { requestId, number, propertyId, year }: Reversal,
): Promise<void> {
  await runRightsChange(context, propertyId, year + 1, async () =>
    sql`insert into distribution_payment (property_id, computation_of_distributions_id,
      distribution_request_id, year, paid_on, source, amount, note, written_by_id)
    select property_id, computation_of_distributions_id, ${requestId}::integer, year,
    ${context.settings.today()}::date, 'Request taken back', sum(paid),
      ${`${number} taken back`}, ${context.actor.userId}::integer
    from distribution_payment where distribution_request_id = ${requestId}
    group by property_id, computation_of_distributions_id, year having sum(paid) > 0`.execute(context.db),
  )
}

const isRequestPayment = (row: Partial<PaymentRow> | null): boolean =>
  typeof row?.distributionRequestId === 'number'

function refuseRequestPayment(present: Partial<PaymentRow> | null): void {
  if (isRequestPayment(present))
    refuse.rule('A request wrote this payment: reopen the request to take it back.')
}

/**
 * DPY-1: an entered payment must have a day that is not in the future, an amount above zero, and one of the
 * sources that people may enter.
 */
function checkPayment({ source, amount, paidOn }: Partial<PaymentRow>, today: string): Fault[] {
  return [
    ...(enteredSources.some((enteredSource) => enteredSource === source)
      ? []
      : [{ field: 'source', message: `Source: one of ${enteredSources.join(', ')}.` }]),
    ...(Number(amount ?? 0) > 0
      ? []
      : [{ field: 'amount', message: 'Amount: enter it above 0 and without a sign.' }]),
    ...(paidOn && paidOn > today ? [{ field: 'paidOn', message: 'Paid on: this day is to come.' }] : []),
  ]
}

/**
 * Returns the property of a payment and the first year whose rights it affects, from the row and the row
 * before the change.
 */
const getPaymentStart = (row: Values, before: Values | null = null): [number, number] => [
  row.propertyId as number,
  Math.min(Number(row.year), Number(before?.year ?? row.year)),
]

/**
 * Refuses to undo an entered payment that an accepted statement or an approved distribution was decided on.
 * A later entry corrects it, and keeps both visible.
 */
async function refuseDecidedPayment(
  context: AnyContext,
  { propertyId, year, source }: PaymentRow,
): Promise<void> {
  const result = await sql<{ name: string }>`
    select concat('the accepted statement FS-', a.afs_id, ' of ', a.year) as name
      from annual_statement a where a.property_id = ${propertyId} and a.year >= ${year}
      and a.status_id = ${sqlStatus.APPROVED}
    union all select concat('the approved distribution DR-', r.distribution_request_id)
      from distribution_request r join annual_statement a using (afs_id)
      where a.property_id = ${propertyId} and a.year >= ${year} and r.status_id = ${sqlStatus.APPROVED}
    limit 1`.execute(context.db)
  const decision = result.rows[0]?.name
  if (decision === undefined) return
  const correction = source === 'Repayment' ? 'payment' : 'repayment'
  refuse.rule(`It stays, because ${decision} rests on it. Enter a ${correction} instead.`)
}

/** Refuses a repayment, or a change that raises what may be distributed, without a reason of its own. */
function refuseWithoutReason(changed: PaymentRow, present: PaymentRow | null): void {
  if (!changed.note?.trim() || changed.note === present?.note)
    refuse.rule('There is a problem', [
      { field: 'note', message: 'Note: say why more may be distributed than before.' },
    ])
}

/** Checks the values of an entered or changed payment, and returns the payment as it becomes. */
function checkValues(context: AnyContext, values: Values, present: PaymentRow | null): PaymentRow {
  refuseRequestPayment(present)
  if (present && values.propertyId !== undefined && values.propertyId !== present.propertyId)
    refuse.invalid([{ field: 'propertyId', message: 'Property: a payment stays with its property.' }])
  const changed = { ...present, ...values } as PaymentRow
  const faults = checkPayment(changed, context.settings.today())
  if (faults.length > 0) refuse.rule('There is a problem', faults)
  if (raisesRights({ present, changed })) refuseWithoutReason(changed, present)
  return changed
}

const genericCalls: Served[] = serveController(payments, {
  before: async (context, values, savedRow) => {
    const present = savedRow as PaymentRow | null
    const changed = checkValues(context, values, present)
    if (present && raisesRights({ present, changed })) {
      await refuseDecidedPayment(context, present)
      if (await proposePayment(context, { present, changed }, values, changed.note ?? '')) return {}
    }
    await storeAccepted(context, ...getPaymentStart({ ...present, ...values }, present))
    return { ...values, writtenById: context.actor.userId } satisfies Values
  },
  after: (context, row) => compareAccepted(context, ...getPaymentStart(row)),
  beforeRemove: async (context, present) => {
    refuseRequestPayment(present as PaymentRow)
    await refuseDecidedPayment(context, present as PaymentRow)
  },
})

/**
 * Enters a repayment, or proposes it. A proposed one is answered with the id 0, because it is not stored yet.
 */
async function proposeEntry(context: Context): Promise<Values | null> {
  const values = context.body as Values
  const changed = checkValues(context, values, null)
  if (!raisesRights({ present: null, changed })) return null
  await readProperty(context, changed.propertyId)
  if (!(await proposePayment(context, { present: null, changed }, values, changed.note ?? ''))) return null
  return { ...emptyRecord(DistributionPayment), ...values, distributionPaymentId: 0, paid: 0 }
}

/** Proposes to remove a payment whose removal raises what may be distributed. */
async function proposeRemoval(context: Context): Promise<true | null> {
  const { id } = context.params as { id: number }
  const present = (await lockRow(context, DistributionPayment, id)) as PaymentRow
  refuseRequestPayment(present)
  await refuseDecidedPayment(context, present)
  return (await proposePayment(context, { present, changed: null }, null, NO_REASON)) ? true : null
}

/** The calls that may propose a change in place of making it. */
const proposals = new Map<unknown, (context: Context) => Promise<unknown>>([
  [payments.create, proposeEntry],
  [payments.remove, proposeRemoval],
])

/**
 * The generic calls by which the agency enters payments outside the portal or before it, and repayments. What
 * raises the rights to distributions waits for a second person.
 */
export const paymentCalls: Served[] = genericCalls.map((served) => {
  const propose = proposals.get(served.call)
  return propose
    ? { ...served, handle: async (context) => (await propose(context)) ?? served.handle(context) }
    : served
})

/** The pending changes of payments, which a second person confirms. */
export const pendingPayment = createPendingPayment(refuseDecidedPayment)
