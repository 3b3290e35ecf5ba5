/** Something that can be listened to. */
export interface Signal {
  fire: () => void
  /** Calls the listener each time; answers the function that ends it. */
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
