import { type RefObject, useLayoutEffect } from 'react'

const VARIABLE = '--foot-height'

/**
 * Publishes the height of the bar at the foot of a screen, so that messages are shown above it and cover none
 * of its buttons.
 */
export function useFootHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = bar
    if (!current) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty(VARIABLE, `${current.offsetHeight}px`))
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty(VARIABLE)
    }
  }, [bar])
}
