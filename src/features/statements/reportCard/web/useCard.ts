import { useCallback } from 'react'
import { ask } from '#kernel/web/api.ts'
import { buildCallQuery, useCall } from '#kernel/web/queries.ts'
import { cards, getCard } from '../model/calls.ts'
import type { PersonAnswer } from '../model/checklist.ts'
import type { Answer } from '../model/questions.ts'
import type { CardView } from '../model/view.ts'
import { hasSucceeded, useSaveQueue } from './useSaveQueue.ts'
import type { SaveWords } from './useStoredText.ts'

/** Loads a card and returns it with the functions that save changes to it. */
export function useCard(cardId: number) {
  const parts = { params: { id: cardId }, query: { of: 'card' as const } }
  const view = useCall(getCard, parts)
  const { saving, write, settled } = useSaveQueue<CardView>(buildCallQuery(getCard, parts).queryKey)
  /** Saves changes of the card. Returns whether they were stored. */
  const save = useCallback(
    (getChanges: (latest: CardView['card']) => object): Promise<boolean> =>
      hasSucceeded(
        write(({ card }) =>
          ask(cards.update, {
            body: { afsReportCardId: card.afsReportCardId, version: card.version, ...getChanges(card) },
          }),
        ),
      ),
    [write],
  )
  const answer = useCallback(
    (id: string, value: Answer | null) =>
      save(({ answers }) => {
        const matchingAnswers = answers.filter((answer) => answer.id !== id)
        const comment = answers.find((answer) => answer.id === id)?.comment ?? null
        const next: PersonAnswer[] = value === null ? [] : [{ id, answer: value, comment }]
        return { answers: [...matchingAnswers, ...next] }
      }),
    [save],
  )
  const comment = useCallback(
    (id: string): SaveWords =>
      (text, over) =>
        save(({ answers }) => {
          over(answers.find((answer) => answer.id === id)?.comment ?? null)
          return {
            answers: answers.map((answer) => (answer.id === id ? { ...answer, comment: text } : answer)),
          }
        }),
    [save],
  )
  return { view, saving, write, settled, save, answer, comment }
}
export type CardWriting = ReturnType<typeof useCard>
