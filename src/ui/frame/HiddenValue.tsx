import type { ReactNode } from 'react'
import { NOT_SHOWN_TEXT } from '#kernel/model/hiddenText.ts'
import styles from './Facts.module.css'
import { useIsAgency } from './hooks.ts'

/**
 * Shown in place of a value that may be hidden. Companies read that it is not shown to them. The agency sees
 * the value, or a dash if there is none.
 */
export function NotShown({ value }: { value?: ReactNode }) {
  return useIsAgency() ? value || '–' : <NotShownText />
}

/**
 * The text in place of a hidden value. `isBrief` is for cells of a list, where space is short: only screen
 * readers get the last words.
 */
export function NotShownText({ isBrief = false }: { isBrief?: boolean }) {
  return (
    <span className={styles.notShown} title={isBrief ? NOT_SHOWN_TEXT : undefined}>
      {isBrief ? (
        <>
          {BRIEF_TEXT}
          <span className="visually-hidden">{NOT_SHOWN_TEXT.slice(BRIEF_TEXT.length)}</span>
        </>
      ) : (
        NOT_SHOWN_TEXT
      )}
    </span>
  )
}
const BRIEF_TEXT = 'Not shown'
