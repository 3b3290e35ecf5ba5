type Hear = (event: PopStateEvent) => void
let first: Hear | null = null

/** To be called once, before the router is made: who asks by `hearAddresses` then hears of each address before it. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => first?.(event))
}

/** Hears of addresses that were typed or gone back to, and may keep them from the router; answers what ends it. */
export function hearAddresses(hear: Hear): () => void {
  first = hear
  return () => {
    if (first === hear) first = null
  }
}
