import { Link } from 'react-router'
import type { MonthDetail } from '../model/months.ts'
import { formatQuarter, monthName } from '../model/periods.ts'
import styles from './quarterlyProgram.module.css'
import { useOutdateOnStatus } from './useStale.ts'

/** Links to the months of the quarter with their status; the current one is marked. */
export function MonthLinks({ detail }: { detail: MonthDetail }) {
  useOutdateOnStatus(['tcapquarter', 'tcapprogram'], detail.statusId)
  return (
    <nav aria-label={formatQuarter(detail)} className={styles.months}>
      <Link to={`/TCAPAdmin/${detail.propertyId}/${detail.year}/${detail.quarter}`}>
        {formatQuarter(detail)}: {detail.quarterLabel}
      </Link>
      {detail.months.map(({ periodDate, statusLabel }) => (
        <Link
          key={periodDate}
          to={`/TCAP/${detail.propertyId}/${periodDate}`}
          aria-current={periodDate === detail.periodDate ? 'page' : undefined}
        >
          {monthName(periodDate)}: {statusLabel}
        </Link>
      ))}
    </nav>
  )
}
