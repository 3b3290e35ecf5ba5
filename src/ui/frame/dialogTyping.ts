import { createContext } from 'react'

/** What was typed in one part of a dialog: whether any of it would be lost, and how to give it up. */
export interface DialogTyping {
  isUnsaved: () => boolean
  giveUp: () => void
}

/** Where forms within a dialog say what they hold; null outside of one. Answers what takes it back. */
export const DialogTypingContext = createContext<((typing: DialogTyping) => () => void) | null>(null)
