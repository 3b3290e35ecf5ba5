import type { ReactNode } from 'react'
import { useRoomy } from '#ui/frame/roomy.ts'
import styles from './desk.module.css'

/**
 * A worksheet with its head, which holds its tools, and the panel at its right. `head` names it; the setting
 * for row height is shared by all worksheets and lists.
 */
export function SheetFrame({
  title,
  tools,
  side,
  children,
}: {
  title: string
  tools?: ReactNode
  side?: ReactNode
  children: ReactNode
}) {
  const [roomy, toggleRoomy] = useRoomy()
  return (
    <div className={styles.sheet}>
      <div className={styles.main}>
        <div className={styles.head} data-noprint>
          <h2>{title}</h2>
          {tools}
          <button type="button" className={styles.roomy} aria-pressed={roomy} onClick={toggleRoomy}>
            Roomy
          </button>
        </div>
        {children}
      </div>
      {side}
    </div>
  )
}
