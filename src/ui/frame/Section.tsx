import type { ComponentProps, ReactNode } from 'react'
import styles from './Section.module.css'

type Props = ComponentProps<'section'> & {
  title: string
  /** What stands in the line of the heading; a button at its end. */
  beside?: ReactNode
}

/** A part of a screen under its heading, by which screen readers find it, too. */
export const Section = ({ title, beside, children, ...more }: Props) => (
  <section aria-label={title} {...more}>
    {beside ? (
      <div className={styles.head}>
        <h2>{title}</h2>
        {beside}
      </div>
    ) : (
      <h2>{title}</h2>
    )}
    {children}
  </section>
)
