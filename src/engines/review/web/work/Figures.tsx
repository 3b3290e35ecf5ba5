import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { getHolidaysByDate } from '#core/platform/holidays/model/index.ts'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { addDays } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { getDecidedWork, isLate, type WorkLine } from '../../model/work.ts'
import { daysAhead, decidedInTime, weekday } from './groups.ts'
import css from './work.module.css'

/** The filter of rows by kind, state and promised day. The day `late` means all late records. */
export type Filter = { kind: string | null; day: string | null; state: string | null }
type FigureProps = {
  rows: readonly WorkLine[]
  today: string
  filter: Filter
  onFilter: (filter: Partial<Filter>) => void
}

/** The number of kinds in a folded list. The style sheet hides the others, so it must be the same there. */
const SHOWN_KINDS = 6

/** Lists the kinds of work with their number of records and of late records. A click filters by kind. */
export function Kinds({ rows, today, filter, onFilter }: FigureProps) {
  const kinds = [...Map.groupBy(rows, (row) => row.kind)]
    .map(([kind, of]) => ({ kind, label: of[0]!.kindLabel, of }))
    .sort((item, other) => other.of.length - item.of.length)
  const [folded, setFolded] = useState(true)
  const lines = [{ kind: null, label: 'All kinds', of: rows }, ...kinds]
  return (
    <section aria-label="Work by kind">
      <table className={css.kinds} data-folded={folded || undefined}>
        <caption className="visually-hidden">Work by kind</caption>
        <tbody>
          {lines.map(({ kind, label, of }) => {
            const late = of.filter((row) => isLate(row, today)).length
            return (
              <tr key={kind}>
                <th scope="row">
                  <button
                    type="button"
                    aria-pressed={filter.kind === kind}
                    onClick={() => onFilter({ kind })}
                  >
                    {label}
                  </button>
                </th>
                <td aria-hidden>
                  <span
                    className={css.bar}
                    style={{ width: `${(of.length / Math.max(rows.length, 1)) * 100}%` }}
                  >
                    <span style={{ width: `${(late / Math.max(of.length, 1)) * 100}%` }} />
                  </span>
                </td>
                <td>{formatNumber(of.length)}</td>
                <td data-late={late > 0 || undefined}>{late > 0 ? `${formatNumber(late)} overdue` : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {lines.length > SHOWN_KINDS && (
        <Button
          size="compact-xs"
          variant="subtle"
          data-noprint
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? `${lines.length - SHOWN_KINDS} more kinds` : 'Fewer kinds'}
        </Button>
      )}
    </section>
  )
}

/** The states of the records with their numbers. A click filters by state. */
export function States({ rows, filter, onFilter }: Omit<FigureProps, 'today'>) {
  const states = [...Map.groupBy(rows, (row) => row.statusLabel)].sort((a, b) => b[1].length - a[1].length)
  if (states.length < 2 && filter.state === null) return null
  return (
    <fieldset aria-label="State" className={css.states}>
      {states.map(([state, of]) => (
        <button
          key={state}
          type="button"
          aria-pressed={filter.state === state}
          onClick={() => onFilter({ state: filter.state === state ? null : state })}
        >
          <StatusChip status={of[0]!.statusId} label={state} />{' '}
          <span className="tabular">{formatNumber(of.length)}</span>
        </button>
      ))}
    </fieldset>
  )
}

/**
 * A bar for each of the next days with the number of decisions promised by it, after a bar for late ones. A
 * click filters by day.
 */
export function Days({ rows, today, filter, onFilter }: FigureProps) {
  const ahead = daysAhead(rows, today)
  const until = ahead.at(-1)?.day ?? addDays(today, 1)
  const { data: holidays = [] } = useQuery(
    buildCallQuery(getHolidaysByDate, { query: { startDate: today, endDate: until } }),
  )
  const late = rows.filter((row) => isLate(row, today)).length
  const days = [{ day: 'late', count: late }, ...ahead]
  const maximum = Math.max(...days.map(({ count }) => count), 1)
  const isHoliday = (day: string) => holidays.some((holiday) => holiday.holidayDate === day)
  return (
    <section aria-labelledby="work-days">
      <h2 id="work-days">Decisions promised, by day</h2>
      <div className={css.days}>
        {days.map(({ day, count }) => (
          <button
            key={day}
            type="button"
            className={css.day}
            data-print
            data-late={day === 'late' || undefined}
            data-today={day === today || undefined}
            aria-pressed={filter.day === day}
            onClick={() => onFilter({ day: filter.day === day ? null : day })}
          >
            <span className="tabular">
              {count > 0 ? formatNumber(count) : isHoliday(day) ? 'closed' : ''}
            </span>
            <span className={css.column} style={{ height: `${(count / maximum) * 48}px` }} />
            <span>{day === 'late' ? dueWords.overdue : weekday(day)}</span>
          </button>
        ))}
      </div>
    </section>
  )
}

/** Shows how many decisions of the last 30 days were made by their promised day. */
export function InTime() {
  const { data } = useQuery({ ...buildCallQuery(getDecidedWork, {}), staleTime: 0 })
  if (!data) return <section aria-label="Decided in time" />
  const { all, inTime, share, shareBefore } = decidedInTime(data.rows, data.today)
  const late = all - inTime
  return (
    <section aria-labelledby="work-in-time" className={css.inTime}>
      <h2 id="work-in-time">Decided in time, last 30 days</h2>
      {all === 0 ? (
        <p>Nothing with a promised day was decided.</p>
      ) : (
        <>
          <p className={css.large}>
            {formatNumber(inTime)} of {formatNumber(all)}
          </p>
          <p>
            {share}%.{shareBefore !== null && ` The 30 days before: ${shareBefore}%`}
          </p>
          {late > 0 && (
            <Link to="/Work/DecidedLate">
              The {formatNumber(late)} that {late === 1 ? 'was' : 'were'} late
            </Link>
          )}
        </>
      )}
    </section>
  )
}
