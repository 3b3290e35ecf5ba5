let barCount = 0

/** How many outbox lines are on the screen; if none is, notices report what happened instead. */
export const barsShown = (): number => barCount

/** Counts a line while it is on the screen; call the returned function when it goes. */
export function countBar(): () => void {
  barCount += 1
  return () => {
    barCount -= 1
  }
}
