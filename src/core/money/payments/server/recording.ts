import type { z } from 'zod'
import {
  type PendingKind,
  proposeChange,
  requiresSecondPerson,
} from '#core/platform/pendingChanges/server/index.ts'
import { sumMoney } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { insertRow, lockRow, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { correctPayment, recordPayment, reissuePayment, voidPayment } from '../model/calls.ts'
import { Payment } from '../model/entities.ts'
import { findPaymentFaults, isOtherPayee, PAYEE } from '../model/rules.ts'
import { getAgencyDay, loadPaymentDue, loadPayments, type PaymentRow } from './due.ts'
import { type FiledRequest, mailCheck } from './mails.ts'
import { getPayables, type Payable } from './payables.ts'

type PaymentDraft = { vendorId: number | null; amount: number; paidOn: string; checkNumber: string }
type LockedRequest = { payable: Payable; filed: FiledRequest; requestId: number }

/**
 * Locks the request of a payment, so that it cannot be reopened or paid by another person at the same time.
 */
export async function lockRequest(
  context: AnyContext,
  moduleName: string,
  requestId: number,
): Promise<LockedRequest> {
  const payable =
    getPayables().find((payable) => payable.module === moduleName) ?? refuse.notFound('This request')
  return { payable, filed: (await lockRow(context, payable.entity, requestId)) as FiledRequest, requestId }
}

/**
 * Finds the payee and the faults of a payment. `freed` is the amount of the payment it replaces or
 * corrects, which counts as unpaid.
 */
async function checkDraft(
  context: AnyContext,
  { payable, requestId }: LockedRequest,
  draft: PaymentDraft,
  freed = 0,
) {
  const due = (await loadPaymentDue(context, payable, requestId)).find(
    (item) => item.vendorId === draft.vendorId,
  )
  if (!due)
    return {
      payee: '',
      faults: [{ field: 'vendorId', message: 'Payee: nothing is approved for this payee.' }],
    }
  const faults: Fault[] = findPaymentFaults(draft, {
    payee: due.payee,
    due: sumMoney([due.due, freed]),
    approvedOn: getAgencyDay(context, due.decided),
    today: context.settings.today(),
  })
  return { payee: due.payee, faults }
}

type RecordInput = z.infer<typeof recordPayment.body & object>

/** Records a payment and mails it. Returns the faults of an invalid payment instead. */
export async function recordValidPayment(
  context: AnyContext,
  locked: LockedRequest,
  draft: PaymentDraft,
): Promise<Fault[]> {
  const { payee, faults } = await checkDraft(context, locked, draft)
  if (faults.length > 0) return faults
  const twice = await context.db
    .selectFrom('payment')
    .select('paymentId')
    .where('moduleName', '=', locked.payable.module)
    .where('requestId', '=', locked.requestId)
    .where('vendorId', 'is not distinct from', draft.vendorId)
    .where('checkNumber', '=', draft.checkNumber.trim())
    .where('voidedOn', 'is', null)
    .executeTakeFirst()
  if (twice)
    return [{ field: 'checkNumber', message: `Check number: ${draft.checkNumber} is noted already.` }]
  const payment = await insertPayment(context, locked, { ...draft, payee, replacesId: null })
  await mailCheck(context, locked.payable, locked.filed, payment)
  return []
}

async function insertPayment(
  context: AnyContext,
  { payable, filed, requestId }: LockedRequest,
  values: PaymentDraft & { payee: string; replacesId: number | null },
): Promise<PaymentRow> {
  const { vendorId, payee, amount, paidOn, checkNumber, replacesId } = values
  const row = await insertRow(context, Payment, {
    propertyId: filed.propertyId,
    filedCompanyId: filed.filedCompanyId,
    moduleName: payable.module,
    requestId,
    vendorId,
    payee,
    amount,
    paidOn,
    checkNumber: checkNumber.trim(),
    replacesId,
    createdBy: context.actor.userId,
  })
  return row as PaymentRow
}

/** Loads a payment that is not void, and locks it and its request. */
async function lockValidPayment(
  context: AnyContext,
  paymentId: number,
): Promise<{ locked: LockedRequest; payment: PaymentRow }> {
  const paymentKeys = await context.db
    .selectFrom('payment')
    .select(['moduleName', 'requestId'])
    .where('paymentId', '=', paymentId)
    .executeTakeFirst()
  if (!paymentKeys) return refuse.notFound('This payment')
  const locked = await lockRequest(context, paymentKeys.moduleName, paymentKeys.requestId)
  const payment = (await lockRow(context, Payment, paymentId)) as PaymentRow
  if (payment.voidedOn) refuse.conflict('This payment is void and can no longer be changed.')
  return { locked, payment }
}

const reloadPayments = (context: AnyContext, { payable, requestId }: LockedRequest) =>
  loadPayments(context, payable.module, requestId, 5)

function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) refuse.rule('There is a problem', [...faults])
}

const checkReason = (reason: string): Fault[] =>
  reason.trim() ? [] : [{ field: 'reason', message: 'Reason: *Field is required' }]

/** Records a payment of an approved amount. */
export async function recordPaymentOfRequest(context: AnyContext, body: RecordInput) {
  const locked = await lockRequest(context, body.moduleName, body.requestId)
  refuseFaults(await recordValidPayment(context, locked, body))
  return reloadPayments(context, locked)
}

/**
 * Corrects a recorded payment; the history preserves the old values. A new payee waits for a second person
 * if the setting requires it.
 */
export async function applyCorrection(
  context: AnyContext,
  body: z.infer<typeof correctPayment.body & object>,
) {
  const { locked, payment } = await lockValidPayment(context, body.paymentId)
  const { amount, paidOn, checkNumber, reason } = body
  const draft = { vendorId: payment.vendorId, amount, paidOn, checkNumber }
  const { faults } = await checkDraft(context, locked, draft, payment.amount)
  refuseFaults([...faults, ...checkReason(reason)])
  if (isOtherPayee(payment, body) && (await requiresSecondPerson(context)))
    await proposePayee(context, locked, payment, body)
  else await storeCorrection(context, body)
  return reloadPayments(context, locked)
}

type Correction = z.infer<typeof correctPayment.body & object>

const storeCorrection = (
  context: AnyContext,
  { paymentId, payee, checkNumber, reason, amount, paidOn }: Correction,
) =>
  updateRow(context, Payment, paymentId, {
    payee: payee.trim(),
    amount,
    paidOn,
    checkNumber: checkNumber.trim(),
    correctionReason: reason,
  })

/** Proposes a correction with a new payee, which a second person has to confirm. */
function proposePayee(
  context: AnyContext,
  { payable, filed, requestId }: LockedRequest,
  payment: PaymentRow,
  payload: Correction,
) {
  return proposeChange(context, {
    kind: PAYEE,
    subjectId: payment.paymentId,
    about: `Payee of check ${payment.checkNumber}`,
    path: payable.path(requestId, filed.propertyId),
    was: payment.payee,
    becomes: payload.payee.trim(),
    sent: { ...payload, was: payment.payee },
    reason: payload.reason,
  })
}

/** The pending change of a payee. Applying it is refused if the payee has changed since it was proposed. */
export const pendingPayeeChange: PendingKind = {
  name: PAYEE,
  apply: async (context, pending) => {
    const payload = pending.sent as Correction & { was: string }
    const { locked, payment } = await lockValidPayment(context, pending.subjectId)
    if (payment.payee !== payload.was)
      refuse.conflict('The payee was changed in the meantime. Drop this change.')
    const draft = { ...payload, vendorId: payment.vendorId }
    refuseFaults((await checkDraft(context, locked, draft, payment.amount)).faults)
    await storeCorrection(context, payload)
  },
}

/** Voids a payment; its amount is due again. */
export async function applyVoiding(
  context: AnyContext,
  { paymentId, reason }: z.infer<typeof voidPayment.body & object>,
) {
  const { locked } = await lockValidPayment(context, paymentId)
  refuseFaults(checkReason(reason))
  await storeVoid(context, paymentId, reason)
  return reloadPayments(context, locked)
}

const storeVoid = (context: AnyContext, paymentId: number, reason: string) =>
  updateRow(context, Payment, paymentId, { voidedOn: context.settings.today(), voidReason: reason })

/** Replaces a lost or spoiled check by another one with the same amount. */
export async function applyReissue(context: AnyContext, body: z.infer<typeof reissuePayment.body & object>) {
  const { locked, payment } = await lockValidPayment(context, body.paymentId)
  const { vendorId, amount, payee } = payment
  const draft = { vendorId, amount, paidOn: body.paidOn, checkNumber: body.checkNumber }
  const { faults } = await checkDraft(context, locked, draft, amount)
  if (body.checkNumber.trim() === payment.checkNumber)
    faults.push({ field: 'checkNumber', message: 'Check number: the new check has a number of its own.' })
  refuseFaults([...faults, ...checkReason(body.reason)])
  await storeVoid(context, payment.paymentId, body.reason)
  const next = await insertPayment(context, locked, { ...draft, payee, replacesId: payment.paymentId })
  await mailCheck(context, locked.payable, locked.filed, next, payment)
  return reloadPayments(context, locked)
}
