import { Chip } from '#ui/frame/StatusChip.tsx'
import type { Rated } from '../model/metrics.ts'
import type { CardView } from '../model/view.ts'
import { Formula } from './Formula.tsx'
import styles from './reportCard.module.css'
import { Trend } from './Trend.tsx'

const tones = { good: 'green', fair: 'yellow', watch: 'yellow', fail: 'red', none: 'gray' } as const
const meaning = { good: 'good', fair: 'fair', watch: 'to watch', fail: 'fails', none: 'not rated' } as const

/** Every ratio in one row: its formula with figures, three prior years, what it is measured by, and how it is rated. */
export function Ratios({ view: { card, metrics } }: { view: CardView }) {
  const years = [...new Set(metrics.flatMap((one) => one.prior.map((prior) => prior.year)))].sort((a, b) => a - b)
  return (
    <div className={styles.wide}>
      <table className={styles.table}>
        <caption>Ratios, by the thresholds of the agency</caption>
        <thead>
          <tr>
            <th scope="col">Ratio</th>
            {years.map((year) => (
              <th key={year} scope="col" className={styles.number}>
                {year}
              </th>
            ))}
            <th scope="col" className={styles.number}>
              {card.year}
            </th>
            <th scope="col">Trend</th>
            <th scope="col">Measured by</th>
            <th scope="col">Rating</th>
          </tr>
        </thead>
        <tbody>
          {metrics.map((one) => (
            <Ratio key={one.id} of={one} years={years} place={card} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Ratio({
  of,
  years,
  place,
}: {
  of: Rated
  years: readonly number[]
  place: { year: number; propertyId: number }
}) {
  const before = years.map((year) => of.prior.find((one) => one.year === year))
  return (
    <tr id={of.id} tabIndex={-1}>
      <th scope="row">
        <span title={of.words}>{of.name}</span>
        <Formula terms={of.formula} of={place} />
        {of.id === 'RPC-M1' && <small className={styles.words}>{of.words}.</small>}
      </th>
      {before.map((one, at) => (
        <td key={years[at]} className={styles.before} data-label={years[at]}>
          {one?.text ?? '–'}
        </td>
      ))}
      <td className={styles.now} data-label={place.year}>
        {of.text || '–'}
      </td>
      <td>
        <Trend values={[...before.map((one) => one?.value ?? null), of.value]} line={of.line} />
      </td>
      <td className={styles.measured}>
        {of.measured.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </td>
      <td>
        {of.level === 'none' ? (
          <span className={styles.words}>not rated</span>
        ) : (
          <Chip color={tones[of.level]}>
            {of.label}
            <span className="visually-hidden">, {meaning[of.level]}</span>
          </Chip>
        )}
      </td>
    </tr>
  )
}
