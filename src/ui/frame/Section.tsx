import type { ComponentProps, ReactNode } from 'react'
import styles from './Section.module.css'

type Props = ComponentProps<'section'> & {
  title: string
  /** Content in the line of the heading, such as a button at its end. */
  aside?: ReactNode
}

/** A part of a screen with a heading, which is also its label for screen readers. */
export const Section = ({ title, aside, children, ...more }: Props) => (
  <section aria-label={title} {...more}>
    {aside ? (
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside}
      </div>
    ) : (
      <h2>{title}</h2>
    )}
    {children}
  </section>
)
