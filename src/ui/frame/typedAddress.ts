type AddressListener = (event: PopStateEvent) => void
let first: AddressListener | null = null

/** The router's number of the current place; each step in the history raises it by 1. */
let place = 0

/** Remembers the current place; call it after each navigation. */
export function rememberPlace(): void {
  place = window.history.state?.idx ?? place
}

/**
 * Must be called once, before the router is created, so that callers of `hearAddresses` get each address
 * before the router. A typed address has no state of the router, so it gets the next number. Otherwise the
 * router could not block a navigation away from it.
 */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => {
    first?.(event)
    if (event.state === null && window.history.state === null)
      window.history.replaceState({ idx: place + 1 }, '')
  })
}

/**
 * Calls the function for each address that was typed or gone back to, before the router. It may stop the
 * event. Returns the function that unsubscribes.
 */
export function onAddressChange(hear: AddressListener): () => void {
  first = hear
  return () => {
    if (first === hear) first = null
  }
}
