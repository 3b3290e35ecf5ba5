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
      timer = setTimeout(() => void session.save({ quiet: true }), seconds * 1000)
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
