import { computePercentIncrease } from '../model/arithmetic.ts'
import { computeRentIncreaseTotals, type Row } from '../model/rows.ts'
import { formatPercent, formatWholeDollars } from './figures.ts'
import styles from './rents.module.css'

/**
 * The section with the gross potential rent by month and year, current and new, with the highest percent of
 * a row.
 */
export function GrossPotentialRent({ rows, cap }: { rows: readonly Row[]; cap: number }) {
  const { current, becoming, added, byRounding, percent } = computeRentIncreaseTotals(rows)
  const percents = rows.flatMap(({ isNew, current: now, newRent }) =>
    isNew || !now || newRent === null ? [] : (computePercentIncrease(now, newRent) ?? []),
  )
  const lines: [string, number][] = [
    ['Current', current],
    ['New rents', becoming],
    [`Change, ${formatPercent(percent) || '0%'}`, added],
  ]
  return (
    <section aria-label="Gross potential rent">
      <div className={styles.scroll}>
        <table className={styles.rents}>
          <caption className="visually-hidden">Gross potential rent</caption>
          <thead>
            <tr>
              <th scope="col">Gross potential rent</th>
              <th scope="col">Month</th>
              <th scope="col">Year</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([label, amount]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatWholeDollars(amount)}</td>
                <td>{formatWholeDollars(amount * 12)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.quiet}>
        Cap {cap}% a row; highest here{' '}
        {formatPercent(percents.length > 0 ? Math.max(...percents) : null) || 'none'}.
        {byRounding !== null && ` Rounding alone: ${formatWholeDollars(byRounding)} a month.`}
      </p>
    </section>
  )
}
