import { Link } from 'react-router'
import type { MonthDetail } from '../model/months.ts'
import { monthName, quarterName } from '../model/periods.ts'
import styles from './quarterlyProgram.module.css'
import { useStale } from './useStale.ts'

/** Links to the months of the quarter with their status; the current one is marked. */
export function MonthLinks({ detail }: { detail: MonthDetail }) {
  useStale(['tcapquarter', 'tcapprogram'], detail.statusId)
  return (
    <nav aria-label={quarterName(detail)} className={styles.months}>
      <Link to={`/TCAPAdmin/${detail.propertyId}/${detail.year}/${detail.quarter}`}>
        {quarterName(detail)}: {detail.quarterLabel}
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
