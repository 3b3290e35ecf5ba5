import { useReducer } from 'react'
import { ask } from '#kernel/web/api.ts'
import { queryClient } from '#kernel/web/queries.ts'
import { approve as approveCall } from '../model/calls.ts'
import type { Detail } from '../model/requests.ts'
import type { Decisions } from '../model/threeWay.ts'
import type { Decide } from './CompareTable.tsx'

type Chosen = Readonly<Record<number, Decisions>>

/** The reviewer's choices by submission and line, until they go along with the approval. */
const kept = new Map<string, Chosen>()
const submissionOf = (detail: Detail): string =>
  `${detail.contactChangeRequestId} ${detail.reSubmitted ?? detail.submitted}`

/** What was chosen for a line so far, and the way to choose. */
export function useChoices(detail: Detail) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const chosen = kept.get(submissionOf(detail)) ?? {}
  const decideOn =
    (lineId: number): Decide =>
    (field, choice) => {
      kept.set(submissionOf(detail), { ...chosen, [lineId]: { ...chosen[lineId], [field]: choice } })
      redraw()
    }
  return { choicesOf: (lineId: number): Decisions => chosen[lineId] ?? {}, decideOn }
}

/** An approval takes the reviewer's choices along; what it changes is read again, and so is what stood in its way. */
export function approve(step: { id: number; reason: string; version: number }, detail: Detail): Promise<Detail> {
  const decisions = Object.entries(kept.get(submissionOf(detail)) ?? {}).map(([line, choices]) => ({
    contactChangeId: Number(line),
    choices,
  }))
  return ask(approveCall, { body: { ...step, decisions } }, { quiet: true }).finally(() =>
    Promise.all(
      ['contactchangerequest', 'contact', 'projects'].map((of) => queryClient.invalidateQueries({ queryKey: [of] })),
    ),
  )
}
