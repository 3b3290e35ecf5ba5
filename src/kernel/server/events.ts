import type { AnyContext } from './serve.ts'

/** The channel on which web processes receive changes. */
export const EVENTS_CHANNEL = 'rooftree_events'

/** A change: for one person, or for all when `userId` is null. It carries no content. */
export type Event = { userId: number | null; topic: string; record?: RecordOf }

/** Whose a filed record is that changed: only who may see it hears of it. */
export type RecordOf = {
  propertyId?: number | null
  filedCompanyId?: number | null
  companyId?: number | null
}

/**
 * Notifies browsers that what they know of a topic is old, once this transaction is committed. A topic is the
 * first word of the calls' paths after `/api`, in lower case: `taskmessage`.
 */
export async function notify(context: Pick<AnyContext, 'transaction'>, event: Event): Promise<void> {
  await context.transaction.query('select pg_notify($1, $2)', [EVENTS_CHANNEL, JSON.stringify(event)])
}
