import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AbsentPerson } from '#core/people/absences/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import {
  assignWork,
  getWork,
  type StepAtOnce,
  stepWork,
  type WorkLine,
  type WorkOutcome,
} from '../../model/work.ts'

/** A record that is selected in a list. */
export type Chosen = Pick<WorkLine, 'kind' | 'id' | 'number' | 'version' | 'reviewerId' | 'steps'>

/** Loads the agency's work list, again whenever it is opened. */
export const useWork = () => useQuery({ ...buildCallQuery(getWork, {}), staleTime: 0 })

/** Asks before assigning work to a person who is out. */
export function useAskIfOut(): (person: { name: string; out?: AbsentPerson | null }) => Promise<boolean> {
  const confirm = useConfirm()
  return async ({ name, out }) => {
    if (!out) return true
    const { confirmed } = await confirm({
      title: `${name} is out until ${formatDate(out.lastDay, 'MM/DD/YYYY')}`,
      text: `What is given to them also goes to ${out.standInName} until they are back.`,
      confirmLabel: 'Give it all the same',
    })
    return confirmed
  }
}

type Outcome = WorkOutcome | null
type Person = { userId: number | null; name: string }

const pickRecordInput = ({ kind, id, version }: Chosen) => ({ kind, id, version })

/**
 * The actions on many records at once. Each returns the server's outcome. If the server refuses the whole
 * call, it shows a notice and returns null.
 */
export function useActions() {
  const client = useQueryClient()
  const action = async <O extends WorkOutcome>(work: () => Promise<O>): Promise<O | null> => {
    try {
      return await work()
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'Nothing was changed.', { kind: 'warning' })
      return null
    } finally {
      // Refetches every list that shows them, of any kind.
      await client.invalidateQueries({ refetchType: 'active' })
    }
  }
  const undoAssignment = async (
    rows: { kind: string; id: number; version: number; userId: number | null }[],
    messages: number[],
  ) => {
    const undone = await action(() =>
      ask(assignWork, { body: { rows, takesBack: messages } }, { quiet: true }),
    )
    if (!undone) return
    const stays = undone.refused.map(({ number, reason }) => `${number}: ${reason}`).join(' ')
    if (stays) notify(`Not undone. ${stays}`, { kind: 'warning' })
    else notify(`${plural(undone.done.length, 'record is', 'records are')} back where they were.`)
  }
  const assign = async (chosenRecords: readonly Chosen[], { userId, name }: Person): Promise<Outcome> => {
    const rows = chosenRecords.map((item) => ({ ...pickRecordInput(item), userId }))
    const outcome = await action(() => ask(assignWork, { body: { rows } }, { quiet: true }))
    if (!outcome || outcome.done.length === 0) return outcome
    const { done: updatedRecords, before, messages } = outcome
    const back = updatedRecords.map((item, index) => ({ ...item, userId: before[index] ?? null }))
    const what = plural(updatedRecords.length, 'record', 'records')
    notify(userId === null ? `${what} unassigned.` : `${what} given to ${name}.`, {
      undo: () => void undoAssignment(back, messages),
    })
    return outcome
  }
  const take = async (
    step: StepAtOnce,
    chosenRecords: readonly Chosen[],
    doneLabel: string,
  ): Promise<Outcome> => {
    const outcome = await action(() =>
      ask(stepWork, { body: { step, rows: chosenRecords.map(pickRecordInput) } }, { quiet: true }),
    )
    if (outcome?.done.length) notify(`${plural(outcome.done.length, 'record', 'records')}: ${doneLabel}.`)
    return outcome
  }
  return { assign, take }
}
