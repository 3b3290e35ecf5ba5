import { type ReactNode, useId } from 'react'
import styles from './gallery.module.css'

/** One part of the gallery: what it shows, in a heading and a sentence, and the thing itself. */
export function Gallery({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.part}>
      <h2 id={id}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children}
    </section>
  )
}
