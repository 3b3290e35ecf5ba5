import { getHeights } from '#ui/chart/scale.ts'
import styles from './reportCard.module.css'

/**
 * Draws figures through the years as a line, the last one with a larger dot, dashes at the threshold. Hidden
 * from screen readers, because the same values are shown as numbers next to it.
 */
export function Trend({
  values,
  line,
  wide = false,
}: {
  values: readonly (number | null)[]
  line: number | null
  wide?: boolean
}) {
  const [width, height, margin] = wide ? [600, 120, 8] : [70, 26, 5]
  const matchingValues = values.filter((value) => value !== null)
  if (matchingValues.length === 0) return null
  const all = line === null ? matchingValues : [...matchingValues, line]
  const x = (index: number) =>
    margin + (values.length === 1 ? 1 : index / (values.length - 1)) * (width - 2 * margin)
  const y = getHeights(all, { height, top: margin, bottom: margin })
  const dots = values.flatMap((value, index) => (value === null ? [] : [{ at: index, value }]))
  return (
    <svg
      className={styles.trend}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      aria-hidden
    >
      {line !== null && <line className={styles.threshold} x1={0} x2={width} y1={y(line)} y2={y(line)} />}
      <polyline points={dots.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')} />
      {dots.map(({ at, value }) => (
        <circle key={at} cx={x(at)} cy={y(value)} r={at === values.length - 1 ? 3.5 : 1.8} />
      ))}
    </svg>
  )
}
