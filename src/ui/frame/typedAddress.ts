type Hear = (event: PopStateEvent) => void
let first: Hear | null = null

/** The router's number of the current place; each step in the history raises it by 1. */
let place = 0

/** Remembers the current place; call it after each navigation. */
export function rememberPlace(): void {
  place = window.history.state?.idx ?? place
}

/**
 * Call it once, before the router is created, so that callers of `hearAddresses` get each address before the
 * router does. A typed address has no state of the router: it gets the next number, otherwise the router
 * could not block a navigation away from it.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    first?.(event)
    if (event.state === null && window.history.state === null)
      window.history.replaceState({ idx: place + 1 }, '')
  })
}

/**
 * Hears of addresses that were typed or gone back to, and may keep them from the router; answers what ends
 * it.
 */
export function hearAddresses(hear: Hear): () => void {
  first = hear
  return () => {
    if (first === hear) first = null
  }
}
