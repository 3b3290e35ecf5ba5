import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** How many screens are remembered. */
const MOST = 20
/** The screens of this visit, the latest last; a step within a screen counts once. */
const trail: string[] = []
/** The screens by their place in the history of the browser. */
const entries: string[] = []

const place = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0

/** Remembers each screen that is gone to; rendered once, by the frame of the app. */
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
 * The screens seen since the one at `pathname` was last left, the latest first; `isBack` says whether it was
 * seen at all.
 */
export function seenSince(pathname: string): { paths: readonly string[]; isBack: boolean } {
  const before = trail.at(-1) === pathname ? trail.slice(0, -1) : trail
  const last = before.lastIndexOf(pathname)
  return { paths: before.slice(last + 1).reverse(), isBack: last >= 0 }
}

/** The screen to which the browser's back button would lead; undefined where that is none of this visit. */
export const screenBefore = (): string | undefined => entries[place() - 1]
