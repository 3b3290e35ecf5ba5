import { notifyPerson } from '#core/correspondence/messages/server/index.ts'
import { loadAbsentPeople } from '#core/people/absences/server/index.ts'
import { loadAnalysts } from '#core/people/people/server/index.ts'
import { plural } from '#kernel/model/formats.ts'
import { isFiled } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnalystLine } from '../model/work.ts'
import type { AnyRow, Kit } from './kit.ts'

/** A record that was assigned to an analyst. */
export type Notice = { userId: number; number: string }

/** Returns why a record cannot be assigned to an analyst now; null if it can. */
export const getUnassignableReason = (
  { review }: Kit,
  row: Pick<AnyRow, 'statusId' | 'decided'>,
): string | null =>
  !isFiled(row.statusId) || row.decided !== null
    ? `Only a ${review.noun} in the queue can be given to an analyst.`
    : null

/** Loads the people to whom a record can be assigned, each with today's absence if they are out. */
export async function analystsToday(context: AnyContext): Promise<AnalystLine[]> {
  const out = new Map((await loadAbsentPeople(context)).map((item) => [item.userId, item]))
  return (await loadAnalysts(context)).map((analyst) => ({
    ...analyst,
    out: out.get(analyst.userId) ?? null,
  }))
}

/**
 * Sends each new analyst one message that names the records, but none to people who assign records to
 * themselves. Returns the ids of the messages.
 */
export async function notifyAnalysts(context: AnyContext, notices: readonly Notice[]): Promise<number[]> {
  const messageIds: number[] = []
  for (const [userId, analystNotices] of Map.groupBy(notices, (notice) => notice.userId)) {
    const numbers = analystNotices.map(({ number }) => number).join(', ')
    const message = `${plural(analystNotices.length, 'record was', 'records were')} given to you: ${numbers}.`
    const id = await notifyPerson(context, userId, {
      taskName: 'Work',
      message,
      url: '/Work',
      propertyId: null,
    })
    if (id !== null) messageIds.push(id)
  }
  return messageIds
}
