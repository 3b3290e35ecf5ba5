import { type ReactNode, useState } from 'react'
import { useKeys } from '../../frame/keys.ts'
import styles from './desk.module.css'

/**
 * A part of the edited record, such as a schedule of a statement. `mark` shows its status, and `open` the
 * number of its missing entries.
 */
export type DeskPart = { key: string; label: string; open?: number; mark?: ReactNode; link?: ReactNode }

export type SheetDeskProps = {
  /** The label of the list of parts, for screen readers: `Parts of the statement`. */
  label: string
  parts: readonly DeskPart[]
  at: string
  onGo: (part: string) => void
  /** The content below the parts, such as the number of complete ones. */
  below?: ReactNode
  foot: ReactNode
  /**
   * Whether the desk is inside a larger screen. It then has its natural height, and no keys for its parts.
   */
  embedded?: boolean
  children: ReactNode
}

/**
 * The layout of a worksheet: a narrow list of its parts, the sheet, and a fixed foot. It fills the window
 * below the head of the screen, so that only the sheet scrolls. `[` and `]` change the part. On narrow
 * screens the list of parts is folded to one line.
 */
export function SheetDesk(props: SheetDeskProps) {
  const { label, parts, at: currentKey, onGo, below, foot, embedded = false, children } = props
  const [isOpened, setIsOpened] = useState(false)
  const reached = parts.filter((part) => !part.link)
  const index = reached.findIndex((part) => part.key === currentKey)
  const [before, after] = [reached[index - 1], reached[index + 1]]
  const keys = [
    { key: '[', label: 'Previous part', run: () => before && onGo(before.key) },
    { key: ']', label: 'Next part', run: () => after && onGo(after.key) },
  ]
  useKeys('This worksheet', embedded ? [] : keys)
  const go = (part: string) => {
    setIsOpened(false)
    onGo(part)
  }
  const number = parts.findIndex((part) => part.key === currentKey) + 1
  const current = parts[number - 1]
  return (
    <div
      className={`${styles.grid} ${embedded ? '' : styles.desk}`}
      data-sheet-desk={embedded ? undefined : true}
    >
      <nav aria-label={label} className={styles.rail} data-opened={isOpened || undefined} data-noprint>
        <button
          type="button"
          className={styles.opener}
          aria-expanded={isOpened}
          onClick={() => setIsOpened(!isOpened)}
        >
          <span>
            {number}. {current?.label}
          </span>
          <PartMark open={current?.open} mark={current?.mark} />
          <span aria-hidden>▾</span>
        </button>
        <div className={styles.parts}>
          <Parts parts={parts} at={currentKey} onGo={go} />
          {below}
        </div>
      </nav>
      <div className={styles.area}>{children}</div>
      {foot}
    </div>
  )
}

type PartsProps = Pick<SheetDeskProps, 'parts' | 'at' | 'onGo'>

const Parts = ({ parts, at, onGo }: PartsProps) => (
  <ol>
    {parts.map((part) => (
      <li key={part.key} data-current={part.key === at || undefined}>
        {part.link ?? (
          <button
            type="button"
            aria-current={part.key === at ? 'step' : undefined}
            onClick={() => onGo(part.key)}
          >
            <span title={part.label}>{part.label}</span>
            <PartMark open={part.open} mark={part.mark} />
          </button>
        )}
      </li>
    ))}
  </ol>
)

function PartMark({ open, mark }: Pick<DeskPart, 'open' | 'mark'>) {
  if (mark) return <span className={styles.mark}>{mark}</span>
  if (open === undefined) return null
  return open === 0 ? (
    <span className={styles.fine}>
      ✓<span className="visually-hidden"> in order</span>
    </span>
  ) : (
    <span className={styles.open}>
      {open}
      <span className="visually-hidden"> open</span>
    </span>
  )
}

/** A part of the desk that is not a worksheet, such as a form. It scrolls by itself. */
export const DeskPage = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>{children}</div>
)
