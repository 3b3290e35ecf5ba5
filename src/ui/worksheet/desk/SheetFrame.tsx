import type { ReactNode } from 'react'
import { useRoomy } from '#ui/frame/density.ts'
import styles from './desk.module.css'

/**
 * A worksheet with its title, its tools, and the panel at its right. All worksheets and lists share the
 * setting for the row height.
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
