import { formatMoney } from '#kernel/model/money.ts'
import type { Gross } from '../model/rows.ts'
import styles from './utilityAllowance.module.css'

/** The mark next to an allowance: how far the highest rent of the unit type is from its limit. */
export function GrossMark({ grosses }: { grosses: readonly Gross[] }) {
  const limited = grosses.filter((one) => typeof one.limit === 'number' && one.gross !== null)
  const worst = limited.toSorted((one, other) => room(one) - room(other))[0]
  if (!worst) return <span className={styles.quiet}>{grosses.length === 0 ? 'no rent' : 'no limit'}</span>
  const left = room(worst)
  const words = `${worst.rentType}: rent ${formatMoney(worst.rent)} and allowance make ${formatMoney(worst.gross)}; the limit is ${formatMoney(worst.limit as number)}`
  return (
    <span title={words} className={left < 0 ? styles.over : styles.fine}>
      {formatMoney(worst.gross)}
      <small>
        {left < 0 ? `${formatMoney(-left)} over` : `${formatMoney(left)} below`} {formatMoney(worst.limit as number)}
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
        {grosses.map((one, index) => (
          <tr key={index}>
            <th scope="row">{one.rentType}</th>
            <td>{one.units}</td>
            <td>{formatMoney(one.rent)}</td>
            <td>{formatMoney(one.gross)}</td>
            <td>{one.limit === 'none' ? 'none' : one.limit === null ? 'not published' : formatMoney(one.limit)}</td>
            <td className={one.over > 0 ? styles.over : undefined}>{one.over > 0 ? formatMoney(one.over) : ''}</td>
            <td>{one.mostRent === null ? '' : formatMoney(one.mostRent)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
