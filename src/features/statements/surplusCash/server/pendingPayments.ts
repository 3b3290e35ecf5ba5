import { sql } from 'kysely'
import {
  type PendingKind,
  proposeChange,
  requiresSecondPerson,
} from '#core/platform/pendingChanges/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow, updateRow, type Values } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { DistributionPayment } from '../model/entities.ts'
import { getPaid } from '../model/payments.ts'
import { runRightsChange } from './accepted.ts'
import type { PaymentRow } from './facts.ts'

/** The kind of pending change for a payment whose entry, change or removal raises what may be distributed. */
const PAYMENT = 'distributionPayment'

/** What a payment says before and after a change. Null where there is no payment. */
type PaymentChange = { present: PaymentRow | null; changed: PaymentRow | null }

/** What is stored of a proposed change: the payment, and its new values or null to remove it. */
type SentChange = { distributionPaymentId: number | null; values: Values | null }

/** Whether a change lowers what counts as paid, or counts it in another year. */
export const raisesRights = ({ present, changed }: PaymentChange): boolean => {
  const [before, after] = [present, changed].map((row) => (row ? getPaid(row) : 0)) as [number, number]
  return after < before || (present !== null && changed !== null && changed.year !== present.year)
}

const describePayment = (row: PaymentRow | null): string =>
  row
    ? `${row.source} of ${formatMoney(Number(row.amount))} on ${formatDate(row.paidOn, 'MM/DD/YYYY')} for ${row.year}`
    : ''

/**
 * Proposes a change of a payment that raises what may be distributed, which waits for a second person (domain
 * 48.4). Nothing is stored of the payment until then. Returns whether it waits.
 */
export async function proposePayment(
  context: AnyContext,
  change: PaymentChange,
  values: Values | null,
  reason: string,
): Promise<boolean> {
  if (!raisesRights(change) || !(await requiresSecondPerson(context))) return false
  const { present, changed } = change
  const { propertyId, year, paidOn, amount } = (changed ?? present)!
  const sent: SentChange = { distributionPaymentId: present?.distributionPaymentId ?? null, values }
  await proposeChange(context, {
    kind: PAYMENT,
    subjectId: propertyId,
    part: present ? String(present.distributionPaymentId) : `${paidOn} ${amount}`,
    about: `Payments of distributions of ${year}`,
    path: `/afs/view/${year}/${propertyId}`,
    was: describePayment(present),
    becomes: describePayment(changed) || 'nothing',
    sent,
    reason,
  })
  return true
}

/** Locks the payment of a proposed change. */
async function lockPayment(context: AnyContext, id: number): Promise<PaymentRow> {
  const result = await sql`select from distribution_payment where distribution_payment_id = ${id}`.execute(
    context.db,
  )
  if (result.rows.length === 0) refuse.conflict('The payment was removed in the meantime. Drop this change.')
  return (await lockRow(context, DistributionPayment, id)) as PaymentRow
}

/** Makes a confirmed change of a payment. The proposer counts as its author. */
async function applyPayment(
  context: AnyContext,
  propertyId: number,
  { distributionPaymentId: id, values }: SentChange,
  proposedById: number,
): Promise<void> {
  const present = id === null ? null : await lockPayment(context, id)
  const written = values && { ...values, writtenById: proposedById }
  const years = [present?.year, values?.year].flatMap((year) => (typeof year === 'number' ? [year] : []))
  await runRightsChange(context, propertyId, Math.min(...years), async () => {
    if (present === null) await insertRow(context, DistributionPayment, { ...written, propertyId } as Values)
    else if (written) await updateRow(context, DistributionPayment, present.distributionPaymentId, written)
    else
      await sql`delete from distribution_payment
        where distribution_payment_id = ${present.distributionPaymentId}`.execute(context.db)
  })
}

/** The pending changes of payments. `check` refuses what a decision rests on in the meantime. */
export const createPendingPayment = (
  check: (context: AnyContext, present: PaymentRow) => Promise<void>,
): PendingKind => ({
  name: PAYMENT,
  apply: async (context, { subjectId, sent, proposedById }) => {
    const change = sent as SentChange
    if (change.distributionPaymentId !== null)
      await check(context, await lockPayment(context, change.distributionPaymentId))
    await applyPayment(context, subjectId, change, proposedById)
  },
})
