import { createContext } from 'react'

/** The typed changes in one part of a dialog: whether any would be lost, and how to discard them. */
export interface DialogTyping {
  isUnsaved: () => boolean
  giveUp: () => void
}

/**
 * Registers a form in the dialog around it, and returns the function that unregisters it. Null outside of a
 * dialog.
 */
export const DialogTypingContext = createContext<((typing: DialogTyping) => () => void) | null>(null)
