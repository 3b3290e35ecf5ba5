let barCount = 0

/**
 * Returns the number of outbox lines on the screen. If there is none, notices report the outcome of entries
 * instead.
 */
export const getBarCount = (): number => barCount

/** Counts a line that appears on the screen. Call the returned function when it disappears. */
export function countBar(): () => void {
  barCount += 1
  return () => {
    barCount -= 1
  }
}
