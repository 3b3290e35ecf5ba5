import { useState } from 'react'
import { type Place, withRecent } from './places.ts'

const getKey = (userId: number): string => `rooftree.recent.${userId}`

function stored(userId: number): Place[] {
  try {
    const storedPlaces: unknown = JSON.parse(localStorage.getItem(getKey(userId)) ?? '[]')
    return Array.isArray(storedPlaces)
      ? storedPlaces.filter((item): item is Place => typeof item?.to === 'string')
      : []
  } catch {
    return [] // What cannot be read was not worth more: the next choice begins anew.
  }
}

/** What this person chose last on this computer, and the way to add to it. */
export function useRecent(userId: number): readonly [readonly Place[], (place: Place) => void] {
  const [recent, setRecent] = useState(() => stored(userId))
  const remember = (place: Place) => {
    const next = withRecent(recent, place)
    setRecent(next)
    localStorage.setItem(getKey(userId), JSON.stringify(next))
  }
  return [recent, remember]
}
