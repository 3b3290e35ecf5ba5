import { useEffect, useRef } from 'react'

type Listener = (version: number | null) => void
const listeners = new Map<string, Set<Listener>>()

/**
 * Passes on the server's message about a changed record, such as `extension_request 41 3`: table, id and
 * version.
 */
export function notifyRecordListeners(word: string): void {
  const [, record, version] = /^(\w+ \d+) (\d+)$/.exec(word) ?? []
  for (const listener of listeners.get(record ?? '') ?? []) listener(Number(version))
}

/** Must be called after the connection to the server was lost, because any record may have changed. */
export function notifyMissedChanges(): void {
  for (const each of listeners.values()) for (const listener of each) listener(null)
}

/** Calls the listener when a record (`extension_request 41`) is changed anywhere. Null listens to nothing. */
export function useRecordChanges(record: string | null, listener: Listener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => {
    if (record === null) return
    const hear: Listener = (version) => latest.current(version)
    const recordListeners = listeners.get(record) ?? new Set()
    listeners.set(record, recordListeners.add(hear))
    return () => {
      recordListeners.delete(hear)
    }
  }, [record])
}
