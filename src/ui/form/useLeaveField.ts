import { useCallback, useEffect, useRef } from 'react'
import type { FormSession } from './session.ts'

/**
 * Checks fields as they are left. While a pointer is down the check waits: a fault appearing at that moment would move
 * the button away from under it, and the click would be lost.
 */
export function useLeaveField(session: FormSession): (name: string) => void {
  const pressed = useRef(false)
  const left = useRef<string[]>([])
  useEffect(() => {
    const press = () => {
      pressed.current = true
    }
    // A moment later, so that the click that follows comes first.
    const release = () =>
      setTimeout(() => {
        pressed.current = false
        for (const name of left.current.splice(0)) session.checkField(name)
      })
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [session])
  return useCallback(
    (name) => {
      if (pressed.current) left.current.push(name)
      else session.checkField(name)
    },
    [session],
  )
}
