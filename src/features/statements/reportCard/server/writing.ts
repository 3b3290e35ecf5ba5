import { toStoredValues } from '#engines/review/server/index.ts'
import { AFS } from '#features/statements/annualStatement/model/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import { serveController } from '#kernel/server/crud.ts'
import { readRow } from '#kernel/server/rows.ts'
import type { AnyContext, Served } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { getReportCardItem, type PersonAnswer } from '../model/checklist.ts'
import { type CardRow, ensureCard, loadCurrentCard, lockEditableCard } from './cards.ts'

type FieldValues = Record<string, unknown>

/**
 * Returns the sent answers with their author and time. Unchanged answers retain theirs. Refuses unknown
 * questions.
 */
function addAuthors(
  { actor, services }: AnyContext,
  sentAnswers: readonly PersonAnswer[],
  before: readonly PersonAnswer[],
): PersonAnswer[] {
  const unknown = sentAnswers.find((item) => !getReportCardItem(item.id))
  if (unknown)
    refuse.invalid([{ field: 'answers', message: `${unknown.id} is no question of the checklist.` }])
  const timestamp = services.now().toISOString()
  return sentAnswers.map((item) => {
    const existing = before.find((other) => other.id === item.id)
    const comment = item.comment?.trim() || null
    const isUnchanged = existing && existing.answer === item.answer && existing.comment === comment
    return isUnchanged
      ? existing
      : { id: item.id, answer: item.answer, comment, by: actor.userId, at: timestamp }
  })
}

const cardCalls = serveController(calls.cards, {
  create: async (context, { afsId }) => {
    const statement = (await readRow(context, AFS, afsId as number)) as Parameters<typeof ensureCard>[1] & {
      statusId: number
    }
    if (statement.statusId < RequestStatus.UNDER_REVIEW)
      refuse.conflict('The card is made when the review of the statement begins.')
    await ensureCard(context, statement)
    return (await loadCurrentCard(context, statement.afsId))!.afsReportCardId
  },
  before: async (context, { afsId: _, ...values }, present) => {
    // Until every finding is cured, text can still be added to the clearance letter.
    const writing = Object.keys(values).every((name) => name === 'letterTexts')
    const card = await lockEditableCard(context, (present as CardRow).afsReportCardId, writing)
    return toStoredValues({
      ...values,
      ...(values.answers
        ? { answers: addAuthors(context, values.answers as PersonAnswer[], card.answers) }
        : {}),
    })
  },
  beforeRemove: async () => refuse.rule('A report card stays with its statement.'),
})

/** Locks the card that a line belongs to and returns its keys. A line cannot move to another card. */
async function loadOwner(
  context: AnyContext,
  values: FieldValues,
  present: FieldValues | null,
  decided = false,
) {
  const id = (present?.afsReportCardId ?? values.afsReportCardId) as number | undefined
  if (!id) return refuse.invalid([{ field: 'afsReportCardId', message: 'Report card: *Field is required' }])
  const { afsReportCardId, afsId, propertyId } = await lockEditableCard(context, id, decided)
  return { afsReportCardId, afsId, propertyId }
}

const incomeCalls = serveController(calls.customIncomes, {
  before: async (context, values, present) => ({ ...values, ...(await loadOwner(context, values, present)) }),
  beforeRemove: async (context, present) => {
    await loadOwner(context, {}, present)
  },
})

/** The fields of a finding that may be changed after its statement is closed. */
const CURE_FIELDS = ['curedOn', 'cureNote']

const findingCalls = serveController(calls.findings, {
  before: async (context, values, present) => {
    const isCuring =
      present !== null &&
      Object.keys(values).every((name) => [...CURE_FIELDS, 'afsReportCardId'].includes(name))
    const owner = await loadOwner(context, values, present, isCuring)
    const next = { ...present, ...values }
    if (!next.origin && !String(next.title ?? '').trim())
      refuse.invalid([{ field: 'title', message: 'Finding: *Field is required' }])
    if (present && values.origin !== undefined && values.origin !== present.origin)
      refuse.invalid([{ field: 'origin', message: 'Comes from: a finding stays with what it comes from.' }])
    if (typeof values.droppedReason === 'string' && !values.droppedReason.trim())
      refuse.invalid([{ field: 'droppedReason', message: 'Dropped because: *Field is required' }])
    return { ...values, ...owner }
  },
  beforeRemove: async (context, present) => {
    await loadOwner(context, {}, present)
  },
})

/** The generic calls of cards (without reading one), custom income and findings. */
export const genericCalls: Served[] = [
  ...cardCalls.filter(({ call }) => call !== calls.cards.getOne),
  ...incomeCalls,
  ...findingCalls,
]
