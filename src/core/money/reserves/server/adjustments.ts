import { sql } from 'kysely'
import type { Row } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { lockRow, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { ReserveAdjustment } from '../model/entities.ts'
import { loadAccountDetail } from './accounts.ts'
import { loadAdjustments } from './adjustmentLines.ts'
import { coverDeposits, lockOpenAccount, postEntry } from './ledger.ts'

type Adjustment = Row<typeof ReserveAdjustment>

/** Enters an adjustment. It moves no money until another person confirms it. */
export async function enterAdjustment(context: AnyContext, body: calls.NewAdjustment): Promise<void> {
  const { propertyId, openedOn } = await lockOpenAccount(context, body.reserveAccountId)
  const faults: Fault[] = []
  const addFault = (field: string, message: string) => faults.push({ field, message })
  if (body.entryDate > context.settings.today()) addFault('entryDate', 'The date is in the future.')
  if (body.entryDate < openedOn) addFault('entryDate', 'The account was opened after this day.')
  if (Math.abs(body.amount) < 0.005) addFault('amount', 'Enter an amount that is not zero.')
  if (body.amount > 0 && (body.kind === 'Returned deposit' || body.kind === 'Bank fee'))
    addFault('amount', `A ${body.kind.toLowerCase()} leaves the account: enter it with a minus.`)
  if (body.amount > 0 && body.exception)
    addFault('exception', 'Only money that leaves the account can overdraw it.')
  if (!body.reason.trim()) addFault('reason', '*Field is required')
  if (faults.length > 0) refuse.invalid(faults)
  await context.db
    .insertInto('reserveAdjustment')
    .values({ ...body, propertyId, enteredBy: context.actor.userId })
    .execute()
}

/** Confirms or refuses an adjustment with its account locked, and returns it as it was before. */
async function decideAdjustment(
  context: AnyContext,
  adjustmentId: number,
  state: 'Confirmed' | 'Refused',
  comment: string | null,
): Promise<Adjustment> {
  const accountRow = await context.db
    .selectFrom('reserveAdjustment')
    .select('reserveAccountId')
    .where('reserveAdjustmentId', '=', adjustmentId)
    .executeTakeFirst()
  if (!accountRow) return refuse.notFound('This adjustment')
  await lockOpenAccount(context, accountRow.reserveAccountId)
  const adjustment = await lockRow(context, ReserveAdjustment, adjustmentId)
  if (adjustment.state !== 'Waiting')
    refuse.conflict(`This adjustment was ${adjustment.state.toLowerCase()} already.`)
  if (state === 'Confirmed' && adjustment.enteredBy === context.actor.userId)
    refuse.forbidden('You entered this adjustment. Another person of the agency confirms it.')
  const decidedAt = context.services.now().toISOString()
  await updateRow(context, ReserveAdjustment, adjustmentId, {
    state,
    decidedBy: context.actor.userId,
    decidedAt,
    comment,
  })
  return adjustment
}

/** Confirms an adjustment as the second person and posts it. Returns the id of its account. */
export async function confirmAdjustment(context: AnyContext, adjustmentId: number): Promise<number> {
  const adjustment = await decideAdjustment(context, adjustmentId, 'Confirmed', null)
  const { kind, amount, entryDate, exception, reason, reserveAccountId } = adjustment
  const record = { entity: ReserveAdjustment.name, rowId: adjustmentId }
  await postEntry(context, adjustment, {
    ...record,
    kind,
    amount,
    entryDate,
    exception,
    note: reason.slice(0, 500),
  })
  if (kind === 'Returned deposit') await coverDeposits(context, [reserveAccountId])
  return reserveAccountId
}

/** Refuses an adjustment, or withdraws the caller's own. Returns the id of its account. */
export const refuseAdjustment = async (
  context: AnyContext,
  adjustmentId: number,
  comment: string,
): Promise<number> => (await decideAdjustment(context, adjustmentId, 'Refused', comment)).reserveAccountId

/** The calls about adjustments. */
export const adjustmentHandlers = [
  serve(calls.getAdjustments, (context) => loadAdjustments(context, sql`true`)),
  serve(calls.enterAdjustment, async (context) => {
    await enterAdjustment(context, context.body)
    return loadAccountDetail(context, context.body.reserveAccountId)
  }),
  serve(calls.confirmAdjustment, async (context) =>
    loadAccountDetail(context, await confirmAdjustment(context, context.params.id)),
  ),
  serve(calls.refuseAdjustment, async (context) => {
    const comment =
      context.body.comment.trim() || refuse.invalid([{ field: 'comment', message: '*Field is required' }])
    return loadAccountDetail(context, await refuseAdjustment(context, context.params.id, comment))
  }),
]
