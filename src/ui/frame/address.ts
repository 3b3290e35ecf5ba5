/** Returns the query of the app's address, which is in the part after `#`. */
export function addressQuery(): URLSearchParams {
  const { hash } = globalThis.location
  const index = hash.indexOf('?')
  return new URLSearchParams(index < 0 ? '' : hash.slice(index))
}

/** The address of each screen with its last query. */
const addresses = new Map<string, string>()

/** Returns the address of a screen with its last query; undefined if the query never changed in place. */
export const addressLastSeen = (path: string): string | undefined => addresses.get(path)

/**
 * Changes the query of the address without a navigation. Going back still leads to the previous screen, no
 * form asks whether to leave, and the screen does not render again.
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
