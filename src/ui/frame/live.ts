import { useEffect, useRef } from 'react'

type Listener = (version: number | null) => void
const listeners = new Map<string, Set<Listener>>()

/**
 * Passes on the server's word about one record, such as `extension_request 41 3`: its table, its id, its
 * version.
 */
export function hearOfRecord(word: string): void {
  const [, record, version] = /^(\w+ \d+) (\d+)$/.exec(word) ?? []
  for (const listener of listeners.get(record ?? '') ?? []) listener(Number(version))
}

/** To be called after a time without word from the server: any record may have changed. */
export function wordWasMissed(): void {
  for (const each of listeners.values()) for (const listener of each) listener(null)
}

/** Reports changes of a record (`extension_request 41`) made anywhere; null listens to nothing. */
export function useRecordWord(record: string | null, listener: Listener): void {
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
