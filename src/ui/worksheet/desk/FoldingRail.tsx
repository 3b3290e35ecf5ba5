import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useKeys } from '../../frame/keys.ts'
import styles from './desk.module.css'

const STORED = 'rooftree.sheet-rail-folded'

/**
 * The panel at the right of a worksheet, such as its tie-outs. `t` folds it to a narrow line with the number
 * of its open items, and this browser remembers that. On narrow screens it is folded at first and opens over
 * the sheet.
 */
export function FoldingRail({
  label,
  open,
  called,
  children,
}: {
  label: string
  /** The number of open items, which is also shown while the panel is folded. */
  open: number
  /** Whether the panel is opened by the user's request for an explanation, even if it is folded. */
  called: boolean
  children: ReactNode
}) {
  const narrow = useMediaQuery('(max-width: 61.99em)', undefined, { getInitialValueInEffect: false }) ?? false
  const [isStored, setIsStored] = useState(() => localStorage.getItem(STORED) === 'yes')
  const [isDrawn, setIsDrawn] = useState(false)
  const folded = !called && (narrow ? !isDrawn : isStored)
  const toggle = () => {
    if (narrow) return setIsDrawn(folded)
    localStorage.setItem(STORED, folded ? 'no' : 'yes')
    setIsStored(!folded)
  }
  useKeys('This worksheet', [{ key: 't', label: folded ? `Show ${label}` : `Fold ${label}`, run: toggle }])
  return (
    <aside aria-label={label} className={styles.side} data-folded={folded || undefined}>
      <button type="button" className={styles.fold} aria-expanded={!folded} onClick={toggle} data-noprint>
        <span aria-hidden>{folded ? '‹' : '›'}</span>
        <span className={styles.foldLabel}>{label}</span>
        {open > 0 && (
          <span className={styles.open}>
            {open}
            <span className="visually-hidden"> open</span>
          </span>
        )}
        <kbd>t</kbd>
      </button>
      <div className={styles.sideContent}>{children}</div>
    </aside>
  )
}
