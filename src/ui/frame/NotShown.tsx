import type { ReactNode } from 'react'
import { NOT_SHOWN_TEXT } from '#kernel/model/notShown.ts'
import styles from './Facts.module.css'
import { useIsAgency } from './hooks.ts'

/**
 * In place of a value that is hidden from its reader, on screen and paper; the agency, which is shown it, has
 * none.
 */
export function NotShown({ value }: { value?: ReactNode }) {
  return useIsAgency() ? value || '–' : <NotShownText />
}

/**
 * The same where the server said of this value that it is hidden; in a cell of a list, where room is short,
 * as `isBrief`: its last words are for screen readers.
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
