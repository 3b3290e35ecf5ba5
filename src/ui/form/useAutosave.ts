import { useEffect } from 'react'
import type { FormSession } from './session.ts'

const FIRST_WAIT = 5
const LONGEST_WAIT = 60

/**
 * Saves progress by itself `seconds` after the last keystroke, when the connection comes back, and again and
 * again while the server cannot be reached. Does nothing without `seconds`.
 */
export function useAutosave(session: FormSession, seconds: number | undefined): void {
  useEffect(() => {
    if (seconds === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let wait = FIRST_WAIT
    // The user may have saved or submitted by hand in the meantime.
    const save = () => {
      if (session.state.changed) void session.save({ quiet: true })
    }
    const later = (delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(save, delay * 1000)
    }
    const tryAgain = () => {
      later(wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
    const online = () => {
      if (session.state.changed) later(FIRST_WAIT)
    }
    // The page may be closed or put to sleep from here on.
    const hidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    let { base } = session
    // A colleague's changes were merged; the typed changes here are not stored yet.
    const merged = () => {
      const isNewer = session.base !== base
      base = session.base
      if (isNewer && session.state.changed && !session.state.newer && !session.state.saving) later(seconds)
    }
    const stops = [
      session.typed.on(() => later(seconds)),
      session.unreached.on(tryAgain),
      session.stateChanged.on(merged),
      session.settled.on(() => {
        wait = FIRST_WAIT
      }),
    ]
    window.addEventListener('online', online)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
      window.removeEventListener('online', online)
      document.removeEventListener('visibilitychange', hidden)
    }
  }, [session, seconds])
}
