import { formatMoney } from '#kernel/model/money.ts'
import { formatWholeDollars } from './figures.ts'
import styles from './rents.module.css'

/**
 * A bar that shows a gross rent as part of its limit: the current part dark, the added part light, and red
 * above the limit. Says in words if there is no limit or a figure is missing.
 */
export function LimitBar({
  now,
  next,
  limit,
  allowance = null,
}: {
  now: number | null
  next: number | null
  limit: number | 'none' | null
  /** The utility allowance; null where it is missing. */
  allowance?: number | null
}) {
  if (limit === 'none') return <span className={styles.quiet}>no limit for this rent type</span>
  if (limit === null) return <span className={styles.fault}>income limits are missing</span>
  if (next === null && allowance !== null) return null
  if (next === null) return <span className={styles.fault}>utility allowance is missing</span>
  const share = (amount: number) => `${Math.min(100, (amount / limit) * 100)}%`
  const dollarsBelowLimit = Math.round((limit - next) * 100) / 100
  const text = `${formatMoney(Math.abs(dollarsBelowLimit))} ${dollarsBelowLimit < 0 ? 'over' : 'below'} ${formatMoney(limit)}, ${Math.round((next / limit) * 100)}%`
  return (
    <span className={styles.limit} title={text}>
      <span className={styles.bar} data-over={dollarsBelowLimit < 0 || undefined} aria-hidden>
        <span style={{ width: share(next) }} />
        <span style={{ width: share(Math.min(now ?? 0, next)) }} />
      </span>
      <span className={dollarsBelowLimit < 0 ? styles.fault : styles.quiet}>
        {formatWholeDollars(Math.abs(dollarsBelowLimit)).replace('$', '')}
        {dollarsBelowLimit < 0 ? ' over' : <span className="visually-hidden"> below</span>}
      </span>
    </span>
  )
}
