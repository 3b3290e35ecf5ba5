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

/** The same where the server said of this value that it is hidden. */
export function NotShownText() {
  return <span className={styles.notShown}>{NOT_SHOWN_TEXT}</span>
}
