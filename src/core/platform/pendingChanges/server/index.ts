import { sql } from 'kysely'
import { refuse } from '#kernel/model/refusals.ts'
import { lockRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import {
  confirmPendingChange,
  dropPendingChange,
  getPendingChanges,
  type PendingLine,
} from '../model/calls.ts'
import { PendingChange } from '../model/entities.ts'
import { findConfirmFault, mayDropChange } from '../model/rules.ts'
import { getPendingKinds, mailPending, type Pending } from './propose.ts'

export { type PendingKind, proposeChange, requiresSecondPerson } from './propose.ts'

/** Locks a change that still waits for a second person. */
async function lockOpenChange(context: AnyContext, id: number): Promise<Pending> {
  const pending = await lockRow(context, PendingChange, id)
  if (pending.closedAt !== null) refuse.conflict('This change was confirmed or dropped already.')
  return pending
}

/** Closes a change as confirmed or dropped, and mails it to all managers. */
async function closeChange(context: AnyContext, pending: Pending, confirmed: boolean): Promise<boolean> {
  await sql`update pending_change set closed_by_id = ${context.actor.userId}, confirmed = ${confirmed},
    closed_at = ${context.services.now().toISOString()}
    where pending_change_id = ${pending.pendingChangeId}`.execute(context.db)
  await mailPending(context, pending, confirmed ? 'confirmed' : 'dropped')
  return true
}

/** Every call that the pending changes module answers. */
export const served: Served[] = [
  serve(getPendingChanges, async ({ db, actor }) => {
    const result = await sql<Omit<PendingLine, 'fault' | 'mayDrop'> & { proposedById: number }>`
      select h.pending_change_id, h.kind, h.subject_id, h.part, h.about, h.path, h.was, h.becomes, h.reason,
      h.proposed_at,
        h.proposed_by_id, trim(u.first_name || ' ' || u.last_name) as proposed_by_name
      from pending_change h join app_user u on u.user_id = h.proposed_by_id
      where h.closed_at is null order by h.proposed_at, h.pending_change_id`.execute(db)
    return result.rows.map(({ proposedById, ...line }) => ({
      ...line,
      fault: findConfirmFault(actor, proposedById),
      mayDrop: mayDropChange(actor, proposedById),
    }))
  }),
  serve(confirmPendingChange, async (context) => {
    const pending = await lockOpenChange(context, context.params.id)
    const { proposedById } = pending
    const fault = findConfirmFault(context.actor, proposedById)
    if (fault) refuse.forbidden(fault)
    const kind = getPendingKinds().get(pending.kind) ?? refuse.notFound('This kind of change')
    await kind.apply(context, pending)
    return closeChange(context, pending, true)
  }),
  serve(dropPendingChange, async (context) => {
    const pending = await lockOpenChange(context, context.params.id)
    if (!mayDropChange(context.actor, pending.proposedById))
      refuse.forbidden('Whoever proposed a change drops it, or a manager.')
    return closeChange(context, pending, false)
  }),
]
