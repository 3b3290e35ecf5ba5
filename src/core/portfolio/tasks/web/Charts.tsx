import { formatNumber } from '#kernel/model/formats.ts'
import css from './charts.module.css'

/** A part of a bar: its label, its count and its color. */
export type BarPart = {
  label: string
  count: number
  tone: 'overdue' | 'pending' | 'waiting' | 'notDue' | 'done'
}

/** A bar of parts. `most` is the count of the longest bar, so that all bars have the same scale. */
export function Bar({ parts, most }: { parts: readonly BarPart[]; most: number }) {
  const visibleParts = parts.filter((part) => part.count > 0)
  const text = visibleParts.map((part) => `${formatNumber(part.count)} ${part.label}`).join(', ')
  return (
    <div className={css.bar} role="img" aria-label={text || 'none'} title={text}>
      {visibleParts.map((part) => (
        <span
          key={part.label}
          data-tone={part.tone}
          style={{ width: `${(100 * part.count) / Math.max(most, 1)}%` }}
        />
      ))}
    </div>
  )
}

/** The legend of the bars' colors. */
export function Legend({ parts }: { parts: readonly Pick<BarPart, 'label' | 'tone'>[] }) {
  return (
    <ul className={css.legend} aria-hidden>
      {parts.map((part) => (
        <li key={part.label}>
          <span data-tone={part.tone} /> {part.label}
        </li>
      ))}
    </ul>
  )
}

/** The column of a month: its full and short name, and its parts from the bottom up. */
export type MonthColumn = { month: string; label: string; short: string; parts: readonly BarPart[] }

/** A chart with one column for each month. */
export function MonthColumns({ columns, label }: { columns: readonly MonthColumn[]; label: string }) {
  const sums = columns.map((column) => column.parts.reduce((sum, part) => sum + part.count, 0))
  const maximum = Math.max(1, ...sums)
  return (
    <ol className={css.columns} aria-label={label}>
      {columns.map((column) => {
        const text = column.parts.map((part) => `${formatNumber(part.count)} ${part.label}`).join(', ')
        return (
          <li key={column.month}>
            <div
              className={css.column}
              role="img"
              aria-label={`${column.label}: ${text}`}
              title={`${column.label}: ${text}`}
            >
              {column.parts.map((part) => (
                <span
                  key={part.label}
                  data-tone={part.tone}
                  style={{ height: `${(100 * part.count) / maximum}%` }}
                />
              ))}
            </div>
            <span aria-hidden>{column.short}</span>
          </li>
        )
      })}
    </ol>
  )
}
