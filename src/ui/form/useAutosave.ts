import { useEffect } from 'react'
import type { FormSession } from './session.ts'

/** The first and the longest wait before saving is tried again, in seconds. */
const FIRST_WAIT = 5
const LONGEST_WAIT = 60

/**
 * Saves progress automatically `seconds` after the last change, when the connection returns, and repeatedly
 * while the server cannot be reached. Does nothing without `seconds`.
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
    const saveLater = (delay: number) => {
      clearTimeout(timer)
      timer = setTimeout(save, delay * 1000)
    }
    const tryAgain = () => {
      saveLater(wait)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    }
    const online = () => {
      if (session.state.changed) saveLater(FIRST_WAIT)
    }
    // A hidden page may be closed or suspended at any time.
    const hidden = () => {
      if (document.visibilityState === 'hidden') save()
    }
    let { base } = session
    // After a colleague's changes were merged, the typed changes must still be saved.
    const merged = () => {
      const isNewer = session.base !== base
      base = session.base
      if (isNewer && session.state.changed && !session.state.newer && !session.state.saving)
        saveLater(seconds)
    }
    const stops = [
      session.typed.on(() => saveLater(seconds)),
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
