import { type RefObject, useState } from 'react'
import { Link } from 'react-router'
import type { AbsentPerson } from '#core/people/absences/model/index.ts'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { IconChevronRight } from '#ui/frame/icons.ts'
import { Money } from '#ui/frame/Money.tsx'
import { StatusChip } from '#ui/frame/StatusChip.tsx'
import { useFocusOnRow, useReturn } from '#ui/table/returnToRow.ts'
import type { Selection } from '#ui/table/useSelection.ts'
import { usePrinting } from '#ui/table/useWindow.ts'
import { computeReviewSum, isLate, type WorkLine } from '../../model/work.ts'
import { Analyst } from '../Analyst.tsx'
import {
  describeLateness,
  foldedAtFirst,
  type GroupName,
  getReviewGroup,
  groupNames,
  isRecord,
  weekday,
} from './groups.ts'
import css from './work.module.css'

type TableProps = {
  rows: readonly WorkLine[]
  today: string
  selection: Selection<WorkLine>
  /** Whether to show the analyst column. It is not shown if all work is the person's own. */
  analyst: boolean
  out: readonly AbsentPerson[]
  box: RefObject<HTMLDivElement | null>
}

/**
 * The table of work in groups by promised day. Later days and work waiting for the company are folded at
 * first.
 */
export function WorkTable({ rows, today, selection, analyst, out, box }: TableProps) {
  const back = useReturn(() => rows.map((row) => row.to), true)
  // A group that is folded at first is open if the person comes back from one of its rows.
  const [folded, setFolded] = useState<ReadonlySet<GroupName>>(() => {
    const backIn = back < 0 ? null : getReviewGroup(rows[back]!, today)
    return new Set(foldedAtFirst.filter((name) => name !== backIn))
  })
  const byGroup = Map.groupBy(rows, (row) => getReviewGroup(row, today))
  const groups = groupNames.flatMap((name) => (byGroup.has(name) ? [{ name, rows: byGroup.get(name)! }] : []))
  // A group stays open if it is the only one.
  const printing = usePrinting()
  const isFolded = (name: GroupName) => folded.has(name) && groups.length > 1 && !printing
  const toggle = (name: GroupName) => {
    const next = new Set(folded)
    if (!next.delete(name)) next.add(name)
    setFolded(next)
  }
  selection.order.current = groups.flatMap((group) => (isFolded(group.name) ? [] : group.rows))
  useFocusOnRow(box, back < 0 ? -1 : selection.order.current.indexOf(rows[back]!))
  const span = analyst ? 9 : 8
  return (
    <div ref={box} className={css.tableBox}>
      <table className={css.table} data-analyst={analyst || undefined}>
        <caption className="visually-hidden">Work</caption>
        <Head rows={selection.order.current} selection={selection} analyst={analyst} />
        {groups.map((group) => (
          <tbody key={group.name} data-late={group.name === dueWords.overdue || undefined}>
            <tr className={css.group}>
              <th colSpan={span} scope="rowgroup">
                <button
                  type="button"
                  aria-expanded={!isFolded(group.name)}
                  onClick={() => toggle(group.name)}
                >
                  <IconChevronRight size={16} aria-hidden />
                  <b>{group.name}</b> {formatNumber(group.rows.length)} <span>{getSumText(group.rows)}</span>
                </button>
              </th>
            </tr>
            {!isFolded(group.name) &&
              group.rows.map((row) => (
                <WorkRow
                  key={`${row.kind} ${row.id}`}
                  row={row}
                  today={today}
                  analyst={analyst}
                  out={out}
                  selection={selection}
                  index={selection.order.current.indexOf(row)}
                />
              ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function Head({ rows, selection, analyst }: Pick<TableProps, 'rows' | 'selection' | 'analyst'>) {
  return (
    <thead className={css.head}>
      <tr>
        <th scope="col">
          <SelectAll rows={rows} selection={selection} />
        </th>
        <th scope="col">Promised</th>
        <th scope="col" data-align="end">
          Age
        </th>
        <th scope="col">Request</th>
        <th scope="col" className={css.subject}>
          Property or company
        </th>
        <th scope="col" className={css.company}>
          Company
        </th>
        <th scope="col" data-align="end">
          Amount
        </th>
        <th scope="col">State</th>
        {analyst && <th scope="col">Analyst</th>}
      </tr>
    </thead>
  )
}

/** Describes the sum of the amounts of a group. */
const getSumText = (rows: readonly WorkLine[]): string => {
  const sum = computeReviewSum(rows)
  return sum > 0 ? `${formatMoney(sum)} claimed` : ''
}

function SelectAll({ rows, selection }: { rows: readonly WorkLine[]; selection: Selection<WorkLine> }) {
  const records = rows.filter(isRecord)
  const all = records.length > 0 && records.every(selection.has)
  return (
    <input
      type="checkbox"
      aria-label="Select all rows"
      checked={all}
      onChange={(event) => selection.setAll(records, event.currentTarget.checked)}
    />
  )
}

/** The checkbox that selects a record; with Shift it selects all records since the last selected one. */
const Pick = ({ row, selection }: { row: WorkLine; selection: Selection<WorkLine> }) => (
  <input
    type="checkbox"
    aria-label={`Select ${row.number}`}
    checked={selection.has(row)}
    onChange={({ currentTarget, nativeEvent }) =>
      selection.set(row, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey === true)
    }
  />
)

/** Returns the details after the name of a property or company: a to-do's title, or occupancy and city. */
const getDetails = ({ title, city, occupancy }: WorkLine): string[] =>
  title !== null
    ? [title]
    : [
        ...(occupancy === null ? [] : [`${formatOccupancy(occupancy)} occupied`]),
        ...(city === null ? [] : [city]),
      ]

function WorkRow({
  row,
  today,
  analyst,
  out,
  selection,
  index,
}: Omit<TableProps, 'rows' | 'box'> & { row: WorkLine; index: number }) {
  // While the company has the turn, the agency is not late.
  const late = isLate(row, today)
  const isChosen = selection.has(row)
  const away = out.find((item) => item.userId === row.reviewerId)
  return (
    <tr data-index={index} data-selected={isChosen || undefined} className={css.row}>
      <td className={css.pick}>{isRecord(row) && <Pick row={row} selection={selection} />}</td>
      <td className={css.promised} data-late={late || undefined}>
        {row.askedUntil ? (
          <>Asked until {weekday(row.askedUntil)}</>
        ) : row.promisedBy ? (
          <>
            <b>{weekday(row.promisedBy)}</b> {late && describeLateness(row.promisedBy, today)}
          </>
        ) : (
          '–'
        )}
      </td>
      <td className={css.age} data-align="end">
        {row.ageDays === null ? '' : `${row.ageDays} d`}
      </td>
      <th scope="row" className={css.request} title={`${row.number} ${row.kindLabel}`}>
        <Link to={row.to} aria-label={row.title ? `${row.number} ${row.title}` : undefined}>
          {row.number}
        </Link>{' '}
        {row.kindLabel}
      </th>
      <td className={css.subject} title={[row.subject, ...getDetails(row)].join(', ')}>
        <b>{row.subject}</b> <span>{getDetails(row).join(' · ')}</span>
      </td>
      <td className={css.company} title={row.companyName ?? ''}>
        {row.companyName}
      </td>
      <td className={css.amount} data-align="end">
        {row.amount === null ? '–' : <Money value={row.amount} />}
      </td>
      <td className={css.state}>
        <StatusChip status={row.statusId} label={row.statusLabel} />
      </td>
      {analyst && (
        <td className={css.analyst}>
          <Analyst name={row.reviewerName ?? 'Not assigned'} out={away} />
        </td>
      )}
    </tr>
  )
}
