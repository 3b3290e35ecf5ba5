import { useRef } from 'react'
import { ApiError } from '#kernel/web/api.ts'
import type { AnyDetail } from './pages.ts'

/** Waited after the last key before the review and the notes are saved, in seconds. */
export const AUTOSAVE_SECONDS = 1

/** Stores a part of a record upon the version it was typed upon; `store` is given the version to send. */
export type Storing = (typedUpon: number, store: (version: number) => Promise<AnyDetail>) => Promise<void>

/**
 * Saves of several parts of one record on one screen, such as the review and the notes: each raises the
 * version, which the others must not take for a colleague's change. A colleague's change is loaded again, so
 * that it is shown.
 */
export function useOwnSaves(saved: (detail: AnyDetail) => void, refresh: () => Promise<unknown>): Storing {
  const raised = useRef(new Map<number, number>())
  return async (typedUpon, store) => {
    let version = typedUpon
    for (let next = raised.current.get(version); next !== undefined; next = raised.current.get(version))
      version = next
    try {
      const detail = await store(version)
      if (detail.version > version) raised.current.set(version, detail.version)
      saved(detail)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await refresh().catch(() => undefined)
      throw error
    }
  }
}
