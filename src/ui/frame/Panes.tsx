import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useRef,
  useState,
} from 'react'
import styles from './Panes.module.css'
import { Scrolled } from './Scrolled.tsx'
import { useFootHeight } from './useFootHeight.ts'

/** The default, smallest and largest width of the left pane, in percent. */
const USUAL = 56
const LEAST = 45
const MOST = 65
const STORAGE_KEY = 'rooftree.panes'

const limitShare = (share: number): number => Math.min(MOST, Math.max(LEAST, Math.round(share)))

function useShare() {
  const [share, setShare] = useState(() =>
    limitShare(Number(localStorage.getItem(STORAGE_KEY) ?? USUAL) || USUAL),
  )
  const change = (next: number) => {
    setShare(limitShare(next))
    localStorage.setItem(STORAGE_KEY, String(limitShare(next)))
  }
  return [share, change] as const
}

/**
 * Two panes next to each other that scroll separately, above a fixed bar, as high as the window allows. The
 * border between them moves with the pointer or arrow keys. On a narrow screen, one is below the other.
 */
export function Panes({
  left,
  right,
  label,
  bar,
}: {
  left: ReactNode
  /** The right pane; null if the left pane uses the whole width. */
  right: ReactNode
  /** The name of the right pane, for the label of the border between the panes. */
  label: string
  bar: ReactNode
}) {
  const [share, setShare] = useShare()
  const foot = useRef<HTMLDivElement>(null)
  useFootHeight(foot)
  return (
    <div className={styles.desk} data-desk style={{ '--share': `${share}%` } as CSSProperties}>
      <div className={styles.panes} data-alone={right === null || undefined}>
        <Scrolled className={styles.left}>{left}</Scrolled>
        {right !== null && (
          <>
            <Border label={label} share={share} onShare={setShare} />
            <Scrolled className={styles.right}>{right}</Scrolled>
          </>
        )}
      </div>
      {bar && (
        <div ref={foot} className={styles.bar}>
          {bar}
        </div>
      )}
    </div>
  )
}

function Border({
  label,
  share,
  onShare,
}: {
  label: string
  share: number
  onShare: (share: number) => void
}) {
  const isDragging = useRef(false)
  const move = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect()
    if (isDragging.current && box) onShare(((event.clientX - box.left) / box.width) * 100)
  }
  const step = (event: KeyboardEvent) => {
    const change = { ArrowLeft: -2, ArrowRight: 2 }[event.key]
    if (change === undefined) return
    event.preventDefault()
    onShare(share + change)
  }
  return (
    <hr
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Border before ${label}`}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={share}
      className={styles.border}
      data-noprint
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        isDragging.current = true
      }}
      onPointerMove={move}
      onPointerUp={() => {
        isDragging.current = false
      }}
    />
  )
}
