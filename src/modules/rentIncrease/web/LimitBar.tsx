import { formatMoney } from '#kernel/model/money.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { Detail } from '../model/increases.ts'
import { rowOf } from '../model/rows.ts'
import styles from './increase.module.css'

/** A gross rent as part of its limit: what it is now dark, what is added light, red where it passes the limit. */
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
  if (limit === 'none') return <span className={styles.quiet}>No limit for this rent type</span>
  if (limit === null) return <span className={styles.fault}>HUD’s income limits are missing</span>
  if (next === null && allowance !== null) return null
  if (next === null) return <span className={styles.fault}>Utility allowance is missing</span>
  const share = (amount: number) => `${Math.min(100, (amount / limit) * 100)}%`
  const left = limit - next
  return (
    <span className={styles.limit}>
      <span className={styles.bar} data-over={left < 0 || undefined} aria-hidden>
        <span style={{ width: share(next) }} />
        <span style={{ width: share(Math.min(now ?? 0, next)) }} />
      </span>
      <span className={left < 0 ? styles.fault : styles.quiet}>
        {formatMoney(Math.abs(left))} {left < 0 ? 'over' : 'below'} {formatMoney(limit)} ·{' '}
        {Math.round((next / limit) * 100)}%
      </span>
    </span>
  )
}

/** A column that draws each row's gross rent as part of its limit. */
export const limitColumn = (detail: Detail, width: number) =>
  columns<Detail['lines'][number]>().node(
    'Gross rent as part of the limit',
    (line) => {
      const { limit, currentGross, allowance, newRent } = rowOf(detail.rentIncreaseTypeId, line, detail)
      const rent = line.approvedRent ?? newRent
      const next = rent === null || allowance === null ? null : rent + allowance
      return <LimitBar now={currentGross} next={next} limit={limit} allowance={allowance} />
    },
    { width },
  )
