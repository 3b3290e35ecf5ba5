/** Returns the part after `?` in the app's address, which itself comes after `#`. */
export function addressQuery(): URLSearchParams {
  const { hash } = globalThis.location
  const index = hash.indexOf('?')
  return new URLSearchParams(index < 0 ? '' : hash.slice(index))
}

/** The address of each screen with the query that was last written into it. */
const addresses = new Map<string, string>()

/** The address that a screen had when its query was last changed in place; undefined where that never was. */
export const addressLastSeen = (path: string): string | undefined => addresses.get(path)

/**
 * Changes the query of the address in place: the visit stays the same, so that going back still leads to
 * where one came from, and neither is anybody asked whether to leave nor the screen drawn again.
 */
export function changeQuery(change: (query: URLSearchParams) => void): void {
  const { hash } = globalThis.location
  const query = addressQuery()
  const before = query.toString()
  change(query)
  const after = query.toString()
  if (after === before) return
  const [path] = hash.split('?', 1)
  try {
    history.replaceState(history.state, '', `${path || '#/'}${after && `?${after}`}`)
    addresses.set((path || '#/').slice(1), globalThis.location.hash.slice(1))
  } catch {
    // Safari allows 100 changes in 30 seconds; the session still remembers the change it refuses.
  }
}
