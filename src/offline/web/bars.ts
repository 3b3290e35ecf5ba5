let shown = 0

/** How many outbox lines are on the screen; if none is, notices report what happened instead. */
export const barsShown = (): number => shown

/** Counts a line while it is on the screen; call the returned function when it goes. */
export function countBar(): () => void {
  shown += 1
  return () => {
    shown -= 1
  }
}
