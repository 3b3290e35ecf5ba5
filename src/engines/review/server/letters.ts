import { loadAddressee, loadSignatureBlock, storeLetter } from '#core/correspondence/letters/server/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getReviewKey } from '../model/reviewed.ts'
import { inSentence } from '../model/words.ts'
import type { AnyDetail, Kit, LetterText, StepNotes } from './kit.ts'

const titles = { approve: 'Approval', deny: 'Denial' } as const

/**
 * Replaces the paragraphs of a letter's body by the rewritten texts. Null leaves a paragraph as it was, and
 * tables do not change.
 */
function rewriteParagraphs(body: LetterText['body'], texts: readonly (string | null)[]): LetterText['body'] {
  if (texts.length !== body.filter((item) => typeof item === 'string').length)
    refuse.conflict(
      'Nothing is decided: the letter was drawn up again in the meantime. Check its text again.',
    )
  const remainingTexts = [...texts]
  return body.map((item) => (typeof item === 'string' ? (remainingTexts.shift() ?? item) : item))
}

/** Creates the letter of a decision and stores it, so that reprints are always the same. */
export async function draftLetter(
  context: AnyContext,
  { review, server }: Kit,
  kind: 'approve' | 'deny',
  detail: AnyDetail,
  reason: string | null,
  notes: StepNotes,
  texts?: readonly (string | null)[] | null,
): Promise<void> {
  const letterText = await server.letters?.[kind](context, detail, reason, notes)
  if (!letterText || !detail.propertyId) return
  await storeLetter(context, {
    propertyId: detail.propertyId,
    entity: review.flow.entity,
    rowId: getReviewKey(review.entity, detail),
    kind: titles[kind].toLowerCase(),
    title: `${letterText.decides ?? titles[kind]} of ${inSentence(review.entity.label)} ${detail.requestNumber}`,
    data: {
      ...(await loadAddressee(context, detail.propertyId, undefined, detail.filedCompanyId)),
      requestNumber: detail.requestNumber,
      signatureBlock: await loadSignatureBlock(context, context.actor.userId),
      body: texts ? [...rewriteParagraphs(letterText.body, texts)] : [...letterText.body],
      values: { ...letterText.values, today: formatDate(context.settings.today(), 'MMMM DD, YYYY') },
    },
  })
}
