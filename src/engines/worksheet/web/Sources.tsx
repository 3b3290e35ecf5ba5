import { memo } from 'react'
import type { Source } from '../model/index.ts'
import styles from './statement.module.css'

/**
 * The list of sources on paper: shows where the figures come from, in the words that the screen shows on a
 * click. The figures carry the numbers of this list.
 */
export const Sources = memo(function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <section className={styles.sources} aria-label="Sources of the figures">
      <h2>Where the figures come from</h2>
      <ol>
        {sources.map(({ words, figures }) => (
          <li key={words}>
            {words}
            {[...figures].map(([label, codes]) => (
              <span key={label} className={styles.from}>
                {label}: {codes.join(', ')}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
})
