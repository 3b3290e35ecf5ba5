const STORAGE_KEY = 'rooftree.outbox'

/**
 * Stores how many entries of a person are waiting on this device. The count is readable before signing in.
 */
export function storeWaitingCount(owner: number, entries: number): void {
  const otherCounts = readCounts().filter(([one]) => one !== owner)
  const next = entries > 0 ? [...otherCounts, [owner, entries]] : otherCounts
  if (next.length > 0) globalThis.localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  else globalThis.localStorage.removeItem(STORAGE_KEY)
}

/** Returns the number of entries waiting on this device, of all people. */
export const countWaiting = (): number => readCounts().reduce((sum, [, entries]) => sum + entries, 0)

function readCounts(): [number, number][] {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(STORAGE_KEY) ?? '[]') as [number, number][]
  } catch {
    return []
  }
}
