type Hear = (event: PopStateEvent) => void
let first: Hear | null = null

/** The router's number of the place that stands: each step in the history raises it by 1. */
let place = 0

/** Remembers the place that stands; to be called after each navigation. */
export function rememberPlace(): void {
  place = window.history.state?.idx ?? place
}

/**
 * To be called once, before the router is made: who asks by `hearAddresses` then hears of each address before
 * it. One that was typed bears no mark of the router: it gets the next number, or the router could not stop
 * what leads away from it.
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
