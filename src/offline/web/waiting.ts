const KEY = 'rooftree.outbox'

/**
 * Notes how many entries of a person are waiting on this device; people who are not signed in see this
 * number, too.
 */
export function noteWaiting(owner: number, entries: number): void {
  const matchingCounts = counts().filter(([one]) => one !== owner)
  const next = entries > 0 ? [...matchingCounts, [owner, entries]] : matchingCounts
  if (next.length > 0) globalThis.localStorage.setItem(KEY, JSON.stringify(next))
  else globalThis.localStorage.removeItem(KEY)
}

/** The number of entries waiting on this device, for all authors. */
export const waitingHere = (): number => counts().reduce((sum, [, entries]) => sum + entries, 0)

function counts(): [number, number][] {
  try {
    return JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '[]') as [number, number][]
  } catch {
    return []
  }
}
