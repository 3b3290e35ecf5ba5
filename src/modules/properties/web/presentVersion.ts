import { useCallback, useRef } from 'react'

type Versioned = { version: number }

/** Whether a record is, but for its version, still what a form was filled with. */
const isSame = (filled: Versioned, latest: Versioned): boolean => {
  const content = (record: Versioned) => JSON.stringify({ ...record, version: 0 })
  return content(filled) === content(latest)
}

/**
 * The version a save rests on. Several forms stand over one property, and each save raises its version: where nothing
 * that a form holds has changed since, the latest counts; otherwise the one the form was filled with, and the server
 * tells who changed what (409). `latest` is what the form would be filled with now.
 */
export function usePresentVersion<V extends Versioned>(latest: V): (filledWith: number) => number {
  const seen = useRef(new Map<number, V>())
  const now = useRef(latest)
  seen.current.set(latest.version, latest)
  now.current = latest
  return useCallback((filledWith) => {
    const filled = seen.current.get(filledWith)
    return filled && isSame(filled, now.current) ? now.current.version : filledWith
  }, [])
}
