import type { ReactNode } from 'react'
import { getHeights } from './scale.ts'
import styles from './trend.module.css'

/** A point of a {@link Trend}: its label on the axis, its figure, and the text of the figure. */
export type TrendPoint = { label: string; value: number; text: string }

type TrendProps = {
  caption: string
  points: readonly TrendPoint[]
  limit?: { value: number; text: string } | null
}

const width = 320
const height = 64
const margin = { x: 6, top: 8, bottom: 8 }

/**
 * Shows a figure over months or years as a small line, with a dashed line for a limit. A table below, which
 * opens on a click, has the same figures for screen readers. Fewer than two points draw nothing. `children`
 * is the text next to it.
 */
export function Trend({ children, ...trend }: TrendProps & { children: ReactNode }) {
  return (
    <div className={styles.withWords}>
      <div>{children}</div>
      <Drawing {...trend} />
    </div>
  )
}

function Drawing({ caption, points, limit }: TrendProps) {
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last || points.length < 2) return null
  const all = [...points.map(({ value }) => value), ...(limit ? [limit.value] : [])]
  const x = (index: number) => margin.x + (index / (points.length - 1)) * (width - 2 * margin.x)
  const y = getHeights(all, { height, ...margin })
  return (
    <figure className={styles.figure}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {limit && <line className={styles.limit} x1={0} x2={width} y1={y(limit.value)} y2={y(limit.value)} />}
        <polyline points={points.map(({ value }, index) => `${x(index)},${y(value)}`).join(' ')} />
        <circle cx={x(points.length - 1)} cy={y(last.value)} r={4} />
      </svg>
      <div className={styles.ends} aria-hidden>
        <span>{first.label}</span>
        {limit && <span className={styles.limitWords}>{limit.text}</span>}
        <span>{last.label}</span>
      </div>
      <details className={styles.table}>
        <summary>{caption}</summary>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <tbody>
            {points.map(({ label, text }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
