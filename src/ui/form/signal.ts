/** An event with listeners. */
export interface Signal {
  fire: () => void
  /** Calls the listener each time. Returns the function that unsubscribes. */
  on: (listener: () => void) => () => void
}

/** Creates a signal without listeners. */
export function createSignal(): Signal {
  const listeners = new Set<() => void>()
  return {
    fire: () => {
      for (const listener of listeners) listener()
    },
    on: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
