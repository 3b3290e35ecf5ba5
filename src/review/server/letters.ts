import { addresseeOf, signatureBlockFor, storeLetter } from '#ground/letters/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { keyOf } from '../model/reviewed.ts'
import type { AnyDetail, Kit } from './kit.ts'

const titles = { approve: 'Approval', deny: 'Denial' } as const

/** Draws up the letter of a decision as it stands now and keeps it, so that it always reprints the same. */
export async function draftLetter(
  context: AnyContext,
  { review, server }: Kit,
  kind: 'approve' | 'deny',
  detail: AnyDetail,
  reason: string | null,
): Promise<void> {
  const drawn = await server.letters?.[kind](context, detail, reason)
  if (!drawn || !detail.propertyId) return
  await storeLetter(context, {
    propertyId: detail.propertyId,
    entity: review.flow.entity,
    rowId: keyOf(review.entity, detail),
    kind: titles[kind].toLowerCase(),
    title: `${drawn.decides ?? titles[kind]} of ${review.entity.label.toLowerCase()} ${detail.requestNumber}`,
    data: {
      ...(await addresseeOf(context, detail.propertyId)),
      requestNumber: detail.requestNumber,
      signatureBlock: await signatureBlockFor(context, context.actor.userId),
      body: [...drawn.body],
      values: { ...drawn.values, today: formatDate(context.settings.today(), 'MMMM DD, YYYY') },
    },
  })
}
