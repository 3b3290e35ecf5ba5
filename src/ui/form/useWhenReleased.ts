import { useCallback, useEffect, useRef } from 'react'

/**
 * Does work at once or, while a pointer is down, when it is up: a fault that appears or goes at that moment
 * would move the button away from under it, and the click would be lost. Work of the same key that waits is
 * done once.
 */
export function useWhenReleased(): (key: string, work: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef(new Map<string, () => void>())
  useEffect(() => {
    const press = () => {
      pressed.current = true
    }
    // A moment later, so that the click that follows comes first.
    const release = () =>
      setTimeout(() => {
        pressed.current = false
        const due = [...waiting.current.values()]
        waiting.current.clear()
        for (const work of due) work()
      })
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [])
  return useCallback((key, work) => {
    if (pressed.current) waiting.current.set(key, work)
    else work()
  }, [])
}
