import { type ReactNode, useId } from 'react'
import styles from './gallery.module.css'

/** One section of the gallery: a heading, a sentence, and the component. */
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
