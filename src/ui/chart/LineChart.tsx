import { formatMoney } from '#kernel/model/money.ts'
import styles from './lineChart.module.css'
import { getHeights } from './scale.ts'

/** One line of a {@link LineChart}: a figure in dollars for each step along it. */
export type ChartLine = { label: string; values: readonly number[]; broken?: boolean }

const width = 600
const height = 160
const margin = 6

/**
 * Draws lines of money over months or years, at a small size; `span` shows the period. The figures are in a
 * table next to it, for people who do not see the drawing.
 */
export function LineChart({
  label,
  span,
  lines,
}: {
  label: string
  span: string
  lines: readonly ChartLine[]
}) {
  const all = lines.flatMap((line) => line.values)
  const [lowest, highest] = [Math.min(...all), Math.max(...all)]
  const steps = Math.max(...lines.map((line) => line.values.length)) - 1
  const x = (index: number) => margin + (steps === 0 ? 0.5 : index / steps) * (width - 2 * margin)
  const y = getHeights(all, { height, top: margin, bottom: margin })
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} preserveAspectRatio="none">
        {lines.map((line) => (
          <polyline
            key={line.label}
            className={styles.line}
            data-broken={line.broken || undefined}
            points={line.values.map((value, index) => `${x(index)},${y(value)}`).join(' ')}
          />
        ))}
      </svg>
      <figcaption className={styles.caption}>
        {lines.map((line) => (
          <span key={line.label} className={styles.entry} data-broken={line.broken || undefined}>
            {line.label}
          </span>
        ))}
        <span>
          {span}: {formatMoney(lowest)} to {formatMoney(highest)}
        </span>
      </figcaption>
    </figure>
  )
}
