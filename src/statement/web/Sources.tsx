import { memo } from 'react'
import type { Chart } from '#ground/chart/model/index.ts'
import { type FigureLine, sourcesOf } from '../model/index.ts'
import styles from './statement.module.css'

type Props = {
  chart: Chart
  lines: readonly Pick<FigureLine, 'code' | 'origins'>[]
  columns: readonly { key: string; label: string }[]
  people: Readonly<Record<string, string>>
}

/** On paper only: where the figures come from, in the words that the screen answers a click with. */
export const Sources = memo(function Sources({ chart, lines, columns, people }: Props) {
  return (
    <section className={styles.sources} aria-label="Sources of the figures">
      <h2>Where the figures come from</h2>
      <ol>
        {sourcesOf(chart, lines, columns, people).map(({ words, figures }) => (
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
