import { createContext, type ReactNode, use } from 'react'
import { type CardWriting, useCard } from './useCard.ts'

const CardContext = createContext<CardWriting | null>(null)

/**
 * Provides a card and its save functions to all parts of its screen, so that their saves run one after
 * another.
 */
export function CardProvider({ cardId, children }: { cardId: number; children: ReactNode }) {
  return <CardContext value={useCard(cardId)}>{children}</CardContext>
}

/** Returns the card of the screen. Works only within `CardProvider`. */
export function useCardHere(): CardWriting {
  const writing = use(CardContext)
  if (!writing) throw new Error('There is no report card here.')
  return writing
}
