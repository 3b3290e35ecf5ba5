import { useRef } from 'react'
import { ApiError } from '#kernel/web/api.ts'
import type { AnyDetail } from './pages.ts'

/** The pause in typing after which the review and the notes are saved, in seconds. */
export const AUTOSAVE_SECONDS = 1

/**
 * Stores a part of a record. `baseVersion` is the version that was on the screen when the part was typed, and
 * `store` gets the version to send.
 */
export type Storing = (baseVersion: number, store: (version: number) => Promise<AnyDetail>) => Promise<void>

/**
 * Saves several parts of one record on one screen, such as the review and the notes. Each save raises the
 * version, and the other parts must not mistake this for a change by a colleague. After a conflict with a
 * colleague's change the record is loaded again.
 */
export function useOwnSaves(saved: (detail: AnyDetail) => void, refresh: () => Promise<unknown>): Storing {
  const nextVersions = useRef(new Map<number, number>())
  return async (baseVersion, store) => {
    let version = baseVersion
    for (
      let next = nextVersions.current.get(version);
      next !== undefined;
      next = nextVersions.current.get(version)
    )
      version = next
    try {
      const detail = await store(version)
      if (detail.version > version) nextVersions.current.set(version, detail.version)
      saved(detail)
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) await refresh().catch(() => undefined)
      throw error
    }
  }
}
