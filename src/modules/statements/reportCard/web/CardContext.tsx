import { createContext, type ReactNode, use } from 'react'
import { type CardWriting, useCard } from './useCard.ts'

const CardContext = createContext<CardWriting | null>(null)

/**
 * Gives a card and its writing to every part of its screen, so that what they write goes one after another.
 */
export function CardProvider({ cardId, children }: { cardId: number; children: ReactNode }) {
  return <CardContext value={useCard(cardId)}>{children}</CardContext>
}

/** Returns the card of the screen; works only within its provider. */
export function useCardHere(): CardWriting {
  const writing = use(CardContext)
  if (!writing) throw new Error('There is no report card here.')
  return writing
}
