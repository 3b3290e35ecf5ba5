/**
 * Moves the focus to the title of the screen, as after a navigation, if the focused element has disappeared.
 */
function focusTitle(): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}

/**
 * Returns the focus to an element, unless it was moved since. If the element no longer exists, the title gets
 * it.
 */
export function returnFocus(opener: Element | null): void {
  const isLost = document.activeElement === null || document.activeElement === document.body
  if (!isLost) return
  if (opener instanceof HTMLElement && opener.isConnected && opener !== document.body)
    opener.focus({ preventScroll: true })
  else focusTitle()
}
