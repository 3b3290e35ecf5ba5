import { useEffect } from 'react'
import type { FormSession } from './session.ts'

/**
 * Saves progress by itself `seconds` after the last keystroke, and again when the connection comes back.
 * Does nothing without `seconds`.
 */
export function useAutosave(session: FormSession, seconds: number | undefined): void {
  useEffect(() => {
    if (seconds === undefined) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(save, seconds * 1000)
    }
    // Somebody may have saved or submitted by hand meanwhile.
    const save = () => {
      if (session.state.changed) void session.save({ quiet: true })
    }
    const online = () => {
      if (session.state.changed) later()
    }
    const stop = session.typed.on(later)
    window.addEventListener('online', online)
    return () => {
      stop()
      clearTimeout(timer)
      window.removeEventListener('online', online)
    }
  }, [session, seconds])
}
