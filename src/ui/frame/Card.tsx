import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#kernel/model/formats.ts'
import styles from './Card.module.css'

/**
 * A part of an overview with a heading, a count, a link to the complete list, and content. If there is none,
 * it shows the text `empty`.
 */
export function Card({
  title,
  count = 0,
  all,
  empty,
  children,
}: {
  title: string
  /** Shown next to the heading; hidden if there are none. */
  count?: number
  all?: { label: string; to: string }
  empty?: string | false
  children?: ReactNode
}) {
  return (
    <section aria-label={title} className={styles.card}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          {title} {count > 0 && <span className={styles.count}>{formatNumber(count)}</span>}
        </h2>
        {all && (
          <Link to={all.to} data-noprint>
            {all.label}
          </Link>
        )}
      </div>
      {empty ? <p className={styles.empty}>{empty}</p> : children}
    </section>
  )
}
