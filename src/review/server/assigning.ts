import { tellPerson } from '#ground/messages/server/index.ts'
import { plural } from '#kernel/model/formats.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { AnyRow, Kit } from './kit.ts'

/** A record that was given to somebody. */
export type Told = { userId: number; number: string }

/** Why a record can be given to no analyst now; null when it can. */
export const unassignable = ({ review }: Kit, row: Pick<AnyRow, 'statusId' | 'decided'>): string | null =>
  row.statusId < 2 || row.decided !== null ? `Only a ${review.noun} in the queue can be given to an analyst.` : null

/** Sends each new analyst one message that names the records; what somebody takes on is told nobody. Answers their ids. */
export async function tellAnalysts(context: AnyContext, told: readonly Told[]): Promise<number[]> {
  const sent: number[] = []
  for (const [userId, of] of Map.groupBy(told, (one) => one.userId)) {
    const numbers = of.map(({ number }) => number).join(', ')
    const message = `${plural(of.length, 'record was', 'records were')} given to you: ${numbers}.`
    const id = await tellPerson(context, userId, { taskName: 'Work', message, url: '/Work', propertyId: null })
    if (id !== null) sent.push(id)
  }
  return sent
}
