import type { ReactNode } from 'react'
import { useRoomy } from '#ui/frame/roomy.ts'
import styles from './desk.module.css'

/**
 * A worksheet with its head, in which its tools stand, and what stands at its right. `head` names it; the
 * setting of how high its rows are is that of every worksheet and list.
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
