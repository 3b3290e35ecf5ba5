import type { KeyboardEvent } from 'react'

/**
 * Handles the arrow keys in a row of buttons that is a single tab stop. Left, right, Home and End move the
 * focus among the buttons of the element. Returns the button that got the focus, or null.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>): HTMLButtonElement | null {
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const { activeElement } = document
  const index = activeElement instanceof HTMLButtonElement ? buttons.indexOf(activeElement) : -1
  const last = buttons.length - 1
  const targets: Record<string, number> = {
    ArrowRight: index === last ? 0 : index + 1,
    ArrowLeft: index === 0 ? last : index - 1,
    Home: 0,
    End: last,
  }
  const target = buttons[targets[event.key] ?? -1]
  if (index < 0 || !target) return null
  event.preventDefault()
  target.focus()
  return target
}
