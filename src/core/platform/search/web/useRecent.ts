import { useState } from 'react'
import { addRecent, type RecentPlace } from './places.ts'

const getKey = (userId: number): string => `rooftree.recent.${userId}`

function loadStored(userId: number): RecentPlace[] {
  try {
    const storedPlaces: unknown = JSON.parse(localStorage.getItem(getKey(userId)) ?? '[]')
    return Array.isArray(storedPlaces)
      ? storedPlaces.filter((item): item is RecentPlace => typeof item?.to === 'string')
      : []
  } catch {
    return [] // An unreadable list is dropped, and the next choice starts a new one.
  }
}

/** The last choices of this person on this computer, with a function that adds one. */
export function useRecent(userId: number): readonly [readonly RecentPlace[], (place: RecentPlace) => void] {
  const [recent, setRecent] = useState(() => loadStored(userId))
  const remember = (place: RecentPlace) => {
    const next = addRecent(recent, place)
    setRecent(next)
    localStorage.setItem(getKey(userId), JSON.stringify(next))
  }
  return [recent, remember]
}
