import { createContext } from 'react'

/** The typed changes in one part of a dialog: whether any would be lost, and how to discard them. */
export interface DialogTyping {
  isUnsaved: () => boolean
  giveUp: () => void
}

/** Where forms within a dialog say what they hold; null outside of one. Answers what takes it back. */
export const DialogTypingContext = createContext<((typing: DialogTyping) => () => void) | null>(null)
