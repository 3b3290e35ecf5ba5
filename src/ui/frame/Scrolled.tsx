import { type ReactNode, useEffect, useRef, useState } from 'react'

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * A box that scrolls by itself; where nothing in it takes the focus it does so itself, so that keys can
 * scroll it.
 */
export function Scrolled({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [takesFocus, setTakesFocus] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const look = () =>
      setTakesFocus(
        (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth) &&
          element.querySelector(FOCUSABLE) === null,
      )
    look()
    const resized = new ResizeObserver(look)
    const changed = new MutationObserver(look)
    resized.observe(element)
    changed.observe(element, { childList: true, subtree: true })
    return () => {
      resized.disconnect()
      changed.disconnect()
    }
  }, [])
  return (
    <div ref={box} className={className} tabIndex={takesFocus ? 0 : undefined}>
      {children}
    </div>
  )
}
