/**
 * Counts the running requests, so that one loading bar is shown for all of them (UI-02). It does not use
 * React: the client reports its requests here, and `LoadingOverlay` listens.
 */

/** How long the overlay remains after the last request ended, in milliseconds (UI-02). */
export const overlayDelay = 1000

let pending = 0
let isShown = false
let hideTimer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function show(next: boolean): void {
  if (isShown === next) return
  isShown = next
  for (const listener of listeners) listener()
}

/** Reports that a request started. Shows the overlay at once and cancels the hide timer (UI-02). */
export function requestStarted(): void {
  pending += 1
  clearTimeout(hideTimer)
  show(true)
}

/**
 * Reports that a request ended or failed. After the last one the overlay hides in {@link overlayDelay} ms.
 */
export function requestEnded(): void {
  if (pending === 0) return
  pending -= 1
  if (pending > 0) return
  clearTimeout(hideTimer)
  hideTimer = setTimeout(() => show(false), overlayDelay)
}

/**
 * Forgets all requests and hides the overlay at once, because after a refused token refresh they never end
 * (ERR-02).
 */
export function resetRequests(): void {
  pending = 0
  clearTimeout(hideTimer)
  show(false)
}

/** Whether the overlay is shown now. */
export function isLoading(): boolean {
  return isShown
}

/** Calls `listener` whenever {@link isLoading} changes. Returns the function that unsubscribes. */
export function subscribeActivity(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
