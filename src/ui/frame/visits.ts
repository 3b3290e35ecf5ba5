import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** The number of screens that are remembered. */
const MOST = 20
/** The visited screens, the latest last. Consecutive visits of one screen count once. */
const trail: string[] = []
/** The screens by their position in the browser's history. */
const entries: string[] = []

const place = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0

/** Remembers each visited screen. The frame of the app calls it once. */
export function useVisits(): void {
  const { pathname } = useLocation()
  useEffect(() => {
    entries[place()] = pathname
    if (trail.at(-1) === pathname) return
    trail.push(pathname)
    if (trail.length > MOST) trail.shift()
  }, [pathname])
}

/**
 * Returns the screens visited since the screen at `pathname` was last left, the latest first. `isBack` is
 * whether it was visited before.
 */
export function getVisitedSince(pathname: string): { paths: readonly string[]; isBack: boolean } {
  const before = trail.at(-1) === pathname ? trail.slice(0, -1) : trail
  const last = before.lastIndexOf(pathname)
  return { paths: before.slice(last + 1).reverse(), isBack: last >= 0 }
}

/** Returns the screen to which the browser's back button leads; undefined if it is not part of this visit. */
export const getPreviousScreen = (): string | undefined => entries[place() - 1]
