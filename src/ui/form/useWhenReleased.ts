import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function that runs work at once or, while a pointer is pressed, after its release. A fault that
 * appears during a press would move the pressed button, and the click would be lost. Waiting work with the
 * same key runs once.
 */
export function useWhenReleased(): (key: string, work: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef(new Map<string, () => void>())
  useEffect(() => {
    const press = () => {
      pressed.current = true
    }
    // The timeout lets the click that follows come first.
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
