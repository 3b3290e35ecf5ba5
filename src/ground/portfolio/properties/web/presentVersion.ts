import { useCallback, useRef } from 'react'

type Versioned = { version: number }

/** What a record holds besides its version. */
const content = (record: Versioned): string => JSON.stringify({ ...record, version: 0 })

/**
 * The version a save rests on. Several forms stand over one property, and each save raises its version: where nothing
 * that a form holds has changed since, the latest counts; otherwise the one the form was filled with, and the server
 * tells who changed what (409).
 */
export const presentVersion = <V extends Versioned>(filled: V | undefined, latest: V, filledWith: number): number =>
  filled && content(filled) === content(latest) ? latest.version : filledWith

/** Remembers what a form was filled with; answers the version its save rests on. `latest` is what it would be filled with now. */
export function usePresentVersion<V extends Versioned>(latest: V): (filledWith: number) => number {
  const seen = useRef(new Map<number, V>())
  const now = useRef(latest)
  seen.current.set(latest.version, latest)
  now.current = latest
  return useCallback((filledWith) => presentVersion(seen.current.get(filledWith), now.current, filledWith), [])
}
