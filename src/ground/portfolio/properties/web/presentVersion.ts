import { useCallback, useRef } from 'react'

type Versioned = { version: number }

/** The content of a record without its version. */
const content = (record: Versioned): string => JSON.stringify({ ...record, version: 0 })

/**
 * The version for a save. Several forms edit one property, and each save raises its version. If no field of
 * this form changed since, the latest version counts; otherwise the version the form was filled with, and the
 * server reports the conflicting change (409).
 */
export const presentVersion = <V extends Versioned>(
  filled: V | undefined,
  latest: V,
  filledWith: number,
): number => (filled && content(filled) === content(latest) ? latest.version : filledWith)

/**
 * Remembers the data a form was filled with and returns the version for its save. `latest` is the current
 * data.
 */
export function usePresentVersion<V extends Versioned>(latest: V): (filledWith: number) => number {
  const refObject = useRef(new Map<number, V>())
  const now = useRef(latest)
  refObject.current.set(latest.version, latest)
  now.current = latest
  return useCallback(
    (filledWith) => presentVersion(refObject.current.get(filledWith), now.current, filledWith),
    [],
  )
}
