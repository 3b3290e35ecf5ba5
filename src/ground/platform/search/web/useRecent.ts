import { useState } from 'react'
import { type Place, withRecent } from './places.ts'

const getKey = (userId: number): string => `rooftree.recent.${userId}`

function stored(userId: number): Place[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(getKey(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter((one): one is Place => typeof one?.to === 'string') : []
  } catch {
    return [] // What cannot be read was not worth more: the next choice begins anew.
  }
}

/** What this person chose last on this computer, and the way to add to it. */
export function useRecent(userId: number): readonly [readonly Place[], (chosen: Place) => void] {
  const [recent, setRecent] = useState(() => stored(userId))
  const remember = (chosen: Place) => {
    const next = withRecent(recent, chosen)
    setRecent(next)
    localStorage.setItem(getKey(userId), JSON.stringify(next))
  }
  return [recent, remember]
}
