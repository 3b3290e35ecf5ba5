import { formatMoney } from '#kernel/model/money.ts'
import type { Gross } from '../model/rows.ts'
import styles from './utilityAllowance.module.css'

/** The mark next to an allowance: how far the highest rent of the unit type is from its limit. */
export function GrossMark({ grosses }: { grosses: readonly Gross[] }) {
  const limited = grosses.filter((gross) => typeof gross.limit === 'number' && gross.gross !== null)
  const worst = limited.toSorted((gross, other) => room(gross) - room(other))[0]
  if (!worst) return <span className={styles.quiet}>{grosses.length === 0 ? 'no rent' : 'no limit'}</span>
  const remaining = room(worst)
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

const room = ({ gross, limit }: Gross): number => Math.round(((limit as number) - (gross ?? 0)) * 100) / 100

/** Every rent of a unit type against its limit. */
export function GrossTable({ grosses }: { grosses: readonly Gross[] }) {
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
