import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError, ask } from '#kernel/web/api.ts'
import { queryOf, useCall } from '#kernel/web/queries.ts'
import { cards, getCard } from '../model/calls.ts'
import type { Given } from '../model/checklist.ts'
import type { Answer } from '../model/questions.ts'
import type { CardView } from '../model/view.ts'

export type Saving = null | 'saved' | 'saving' | { failed: string }
type Deed = (latest: CardView) => Promise<unknown>

/**
 * A card and its writing: deeds go one after another, each on the card as it stands by then, so that quick answers do not
 * outrun each other. What failed is told and can be tried again by doing it again.
 */
export function useCard(cardId: number) {
  const client = useQueryClient()
  const parts = { params: { id: cardId } }
  const view = useCall(getCard, parts)
  const [saving, setSaving] = useState<Saving>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const { queryKey } = queryOf(getCard, parts)
  const key = useRef(queryKey)

  const write = useCallback(
    (deed: Deed): Promise<void> => {
      const done = queue.current.then(async () => {
        setSaving('saving')
        await deed(client.getQueryData<CardView>(key.current)!).finally(() =>
          client.refetchQueries({ queryKey: key.current }),
        )
        setSaving('saved')
      })
      queue.current = done.catch((error: unknown) =>
        setSaving({ failed: error instanceof ApiError ? error.message : 'Not saved.' }),
      )
      return done
    },
    [client],
  )
  const save = useCallback(
    (of: (latest: CardView) => object) =>
      write(({ card, ...latest }) =>
        ask(cards.update, {
          body: { afsReportCardId: card.afsReportCardId, version: card.version, ...of({ card, ...latest }) },
        }),
      ).catch(() => undefined),
    [write],
  )
  const answer = useCallback(
    (id: string, value: Answer | null, comment?: string | null) =>
      save(({ card }) => {
        const others = card.answers.filter((one) => one.id !== id)
        const before = card.answers.find((one) => one.id === id)
        const next: Given[] = value === null ? [] : [{ id, answer: value, comment: comment ?? before?.comment ?? null }]
        return { answers: [...others, ...next] }
      }),
    [save],
  )
  return { view, saving, write, save, answer }
}
export type CardWriting = ReturnType<typeof useCard>
