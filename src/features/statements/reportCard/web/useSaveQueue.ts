import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { ApiError } from '#kernel/web/api.ts'

export type Saving = null | 'saved' | 'saving' | { failed: string }

/**
 * Runs actions on a call's response one after another, each on the current response, so that quick ones
 * stay in order. An error is shown, and the action can be repeated.
 */
export function useSaveQueue<View>(queryKey: QueryKey) {
  const client = useQueryClient()
  const [saving, setSaving] = useState<Saving>(null)
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const key = useRef(queryKey)
  const failed = useRef(false)
  const write = useCallback(
    (action: (latest: View) => Promise<unknown>): Promise<void> => {
      const queuedWrite = queue.current.then(async () => {
        setSaving('saving')
        await action(client.getQueryData<View>(key.current)!).finally(async () => {
          // Other screens with this data load it again when they are next shown.
          await client.invalidateQueries({ queryKey: key.current.slice(0, 1), refetchType: 'none' })
          await client.refetchQueries({ queryKey: key.current })
        })
        setSaving('saved')
        failed.current = false
      })
      queue.current = queuedWrite.catch((error: unknown) => {
        failed.current = true
        setSaving({ failed: error instanceof ApiError ? error.message : 'Not saved.' })
      })
      return queuedWrite
    },
    [client],
  )
  /** Returns the view once all requested changes are stored. Null if the last one could not be stored. */
  const settled = useCallback(async (): Promise<View | null> => {
    await queue.current
    return failed.current ? null : (client.getQueryData<View>(key.current) ?? null)
  }, [client])
  return { saving, write, settled }
}

/** Describes the state of saving. Empty if nothing was changed here. */
export function describeSaving(saving: Saving): string {
  if (saving === null) return ''
  if (typeof saving === 'object') return `Not saved: ${saving.failed}`
  return saving === 'saving' ? 'Saving' : 'Saved'
}

/** Whether an action succeeded. */
export const hasSucceeded = (action: Promise<unknown>): Promise<boolean> =>
  action.then(
    () => true,
    () => false,
  )
