import { type ReactNode, useEffect, useRef, useState } from 'react'

const FOCUSABLE =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/**
 * A box that scrolls separately. If nothing in it can have the focus, the box itself can, so that keys scroll
 * it.
 */
export function Scrolled({ className, children }: { className?: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [takesFocus, setTakesFocus] = useState(false)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const update = () =>
      setTakesFocus(
        (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth) &&
          element.querySelector(FOCUSABLE) === null,
      )
    update()
    const resized = new ResizeObserver(update)
    const changed = new MutationObserver(update)
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
