import { useCallback, useRef } from 'react'

type Versioned = { version: number }

/** The content of a record without its version, as text for comparison. */
const serializeContent = (record: Versioned): string => JSON.stringify({ ...record, version: 0 })

/**
 * Returns the version to send with a save. Several forms edit one property, and each save raises its version.
 * If no field of this form changed since, it is the latest version. Otherwise it is the version that the form
 * was filled with, so that the server refuses the conflicting change (409).
 */
export const getSaveVersion = <V extends Versioned>(
  filled: V | undefined,
  latest: V,
  filledWith: number,
): number => (filled && serializeContent(filled) === serializeContent(latest) ? latest.version : filledWith)

/**
 * Remembers all data that a form was filled with, and returns a function that gives the version for its save.
 * `latest` is the present data.
 */
export function useSaveVersion<V extends Versioned>(latest: V): (filledWith: number) => number {
  const seenRecords = useRef(new Map<number, V>())
  const latestRef = useRef(latest)
  seenRecords.current.set(latest.version, latest)
  latestRef.current = latest
  return useCallback(
    (filledWith) => getSaveVersion(seenRecords.current.get(filledWith), latestRef.current, filledWith),
    [],
  )
}
