import type { ReactNode } from 'react'
import { HIDDEN_TEXT } from '#kernel/model/hiddenText.ts'
import styles from './Facts.module.css'
import { useIsAgency } from './hooks.ts'

/**
 * Shown in place of a value that may be hidden. Companies read that it is not shown to them. The agency sees
 * the value, or a dash if there is none.
 */
export function HiddenValue({ value }: { value?: ReactNode }) {
  return useIsAgency() ? value || '–' : <HiddenText />
}

/**
 * The text in place of a hidden value. `isBrief` is for cells of a list, where space is short: only screen
 * readers get the last words.
 */
export function HiddenText({ isBrief = false }: { isBrief?: boolean }) {
  return (
    <span className={styles.notShown} title={isBrief ? HIDDEN_TEXT : undefined}>
      {isBrief ? (
        <>
          {BRIEF_TEXT}
          <span className="visually-hidden">{HIDDEN_TEXT.slice(BRIEF_TEXT.length)}</span>
        </>
      ) : (
        HIDDEN_TEXT
      )}
    </span>
  )
}
const BRIEF_TEXT = 'Not shown'
