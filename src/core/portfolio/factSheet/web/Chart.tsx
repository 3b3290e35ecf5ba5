import { chartSize, describeChart, getFactSheetChart, getPolylinePoints } from '../model/chart.ts'
import type { SheetPart } from '../model/sheet.ts'
import styles from './FactSheet.module.css'

/** Draws a part as a line chart, with a description for screen readers. */
export function Chart({ part }: { part: SheetPart }) {
  const chart = getFactSheetChart(part)
  const { width, height } = chartSize
  const last = chart.points.length - 1
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      className={styles.chart}
      role="img"
      aria-label={describeChart(part)}
    >
      {chart.floor && (
        <>
          <line x1={0} x2={width} y1={chart.floor.y} y2={chart.floor.y} className={styles.floor} />
          <text x={width} y={chart.floor.y - 2} textAnchor="end" className={styles.floorText}>
            {chart.floor.text}
          </text>
        </>
      )}
      <polyline points={getPolylinePoints(chart)} className={styles.line} />
      {chart.points.map(({ x, y, label, text }, index) => {
        const textAnchor = index === 0 ? 'start' : index === last ? 'end' : 'middle'
        return (
          <g key={index}>
            {text && <circle cx={x} cy={y} r={1.8} className={styles.point} />}
            <text x={x} y={y - 4} textAnchor={textAnchor}>
              {text}
            </text>
            <text x={x} y={height - 2} textAnchor={textAnchor} className={styles.axis}>
              {label}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
