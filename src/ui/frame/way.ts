import { currentSession } from '#kernel/web/session.ts'

/** A record of a list: its address within the portal, and what it is called. */
export type Stop = { path: string; label: string }

/** Where a record stands in the list as last shown; `at` counts from one. */
export type Place = { at: number; count: number; previous?: Stop | undefined; next?: Stop | undefined; list: string }

type Way = { person: number; list: string; stops: readonly Stop[] }

const KEPT = 'rooftree.way'
let way: Way | null = null

const personNow = (): number => currentSession()?.userId ?? 0

/** Takes the order in which a list shows its records now: the way from one to the next while working through them. */
export function setWay(stops: readonly Stop[]): void {
  way = { person: personNow(), list: location.hash.slice(1), stops }
}

/** Keeps the way for a reload of the record that was opened on it. */
export function keepWay(): void {
  if (way) sessionStorage.setItem(KEPT, JSON.stringify(way))
}

function kept(): Way | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Way | null
  } catch {
    return null
  }
}

/** The first record of the list as last shown. */
export const firstOnWay = (): Stop | undefined => way?.stops[0]

/** Where the record at an address stands on the way; null for one that was opened from no list. */
export function placeOnWay(path: string): Place | null {
  way ??= kept()
  if (way?.person !== personNow()) return null
  const { stops, list } = way
  const index = stops.findIndex((stop) => stop.path === path)
  if (index < 0) return null
  return { at: index + 1, count: stops.length, previous: stops[index - 1], next: stops[index + 1], list }
}
