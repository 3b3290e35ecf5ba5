import { formatMoney } from '#kernel/model/money.ts'
import type { GrossRentCheck } from '../model/rows.ts'
import styles from './utilityAllowance.module.css'

/**
 * The mark next to an allowance: the distance from the limit for the rent that is closest to it or furthest
 * over it.
 */
export function GrossMark({ grosses }: { grosses: readonly GrossRentCheck[] }) {
  const limitedRents = grosses.filter((gross) => typeof gross.limit === 'number' && gross.gross !== null)
  const worst = limitedRents.toSorted((gross, other) => getDistance(gross) - getDistance(other))[0]
  if (!worst) return <span className={styles.quiet}>{grosses.length === 0 ? 'no rent' : 'no limit'}</span>
  const remaining = getDistance(worst)
  const text = `${worst.rentType}: rent ${formatMoney(worst.rent)} and allowance make ${formatMoney(worst.gross)}; the limit is ${formatMoney(worst.limit as number)}`
  return (
    <span title={text} className={remaining < 0 ? styles.over : styles.fine}>
      {formatMoney(worst.gross)}
      <small>
        {remaining < 0 ? `${formatMoney(-remaining)} over` : `${formatMoney(remaining)} below`}{' '}
        {formatMoney(worst.limit as number)}
      </small>
    </span>
  )
}

const getDistance = ({ gross, limit }: GrossRentCheck): number =>
  Math.round(((limit as number) - (gross ?? 0)) * 100) / 100

/** A table of every rent of a unit type with its gross rent and limit. */
export function GrossTable({ grosses }: { grosses: readonly GrossRentCheck[] }) {
  if (grosses.length === 0) return <p className={styles.quiet}>No rent of this unit type is in force.</p>
  return (
    <table className={styles.grosses}>
      <thead>
        <tr>
          {['Rent type', 'Units', 'Rent', 'Gross rent', 'Limit', 'Over', 'Most rent'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {grosses.map((gross, index) => (
          <tr key={index}>
            <th scope="row">{gross.rentType}</th>
            <td>{gross.units}</td>
            <td>{formatMoney(gross.rent)}</td>
            <td>{formatMoney(gross.gross)}</td>
            <td>
              {gross.limit === 'none'
                ? 'none'
                : gross.limit === null
                  ? 'not published'
                  : formatMoney(gross.limit)}
            </td>
            <td className={gross.over > 0 ? styles.over : undefined}>
              {gross.over > 0 ? formatMoney(gross.over) : ''}
            </td>
            <td>{gross.mostRent === null ? '' : formatMoney(gross.mostRent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
