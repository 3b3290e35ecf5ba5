import css from './occupancy.module.css'

const width = 720
const height = 150
const margin = 8

/**
 * A line chart of occupancy by month in percent, with a line at the threshold below which an explanation is
 * required. The list next to it has the figures.
 */
export function Chart({
  label,
  points,
  threshold,
}: {
  label: string
  points: readonly { label: string; value: number }[]
  threshold: number
}) {
  const lowest = Math.floor(Math.min(threshold, ...points.map((point) => point.value)) / 5) * 5 - 5
  const x = (index: number) => margin + (index / Math.max(1, points.length - 1)) * (width - 2 * margin)
  const y = (value: number) => margin + ((100 - value) / (100 - lowest)) * (height - 2 * margin)
  return (
    <figure className={css.chart}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <line className={css.threshold} x1={margin} x2={width - margin} y1={y(threshold)} y2={y(threshold)} />
        <polyline
          className={css.course}
          points={points.map((point, index) => `${x(index)},${y(point.value)}`).join(' ')}
        />
        {points.map((point, index) => (
          <circle
            key={point.label}
            className={css.point}
            data-below={point.value < threshold || undefined}
            cx={x(index)}
            cy={y(point.value)}
            r={2.5}
          />
        ))}
      </svg>
      <figcaption>{`${points[0]?.label} to ${points.at(-1)?.label}; the line is ${threshold}%, the scale begins at ${lowest}%.`}</figcaption>
    </figure>
  )
}
