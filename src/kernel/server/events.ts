import type { AnyContext } from './serve.ts'

/** The channel on which web processes receive changes. */
export const EVENTS_CHANNEL = 'rooftree_events'

/** A change that concerns one person, or everyone if `userId` is null. It has no content. */
export type Event = { userId: number | null; topic: string; record?: RecordOwner }

/** The owner of a changed record. Only people who may see the record are notified. */
export type RecordOwner = {
  propertyId?: number | null
  filedCompanyId?: number | null
  companyId?: number | null
}

/**
 * Notifies browsers that their data of a topic is out of date, once this transaction is committed. A topic is
 * the first word of a call's path after `/api`, in lower case: `taskmessage`.
 */
export async function notify(context: Pick<AnyContext, 'transaction'>, event: Event): Promise<void> {
  await context.transaction.query('select pg_notify($1, $2)', [EVENTS_CHANNEL, JSON.stringify(event)])
}
