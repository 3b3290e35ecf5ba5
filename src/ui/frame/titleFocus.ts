/**
 * Puts the focus on the title of the screen, as after a navigation: for a step that took away what had it.
 */
function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/**
 * Gives the focus back to where it was, unless it was put elsewhere since; to the title where that is gone.
 */
export function returnFocus(opener: Element | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (!isLost) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    opener.focus({ preventScroll: true })
  else focusTitle()
}
