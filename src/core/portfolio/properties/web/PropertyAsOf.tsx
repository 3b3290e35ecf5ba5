import { Alert, Button, Checkbox, Text, TextInput } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { Answer } from '#kernel/model/call.ts'
import { addMonths, addYears, formatDate, parseDay, today } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { useKeys } from '#ui/frame/keys.ts'
import { Redirect } from '#ui/frame/Redirect.tsx'
import { Screen } from '#ui/frame/Screen.tsx'
import { type AsOfRow, getAsOf } from '../model/asOf.ts'
import { Property } from '../model/entities.ts'
import styles from './PropertyAsOf.module.css'
import { RequirePropertyAccess } from './RequirePropertyAccess.tsx'
import { getPropertyPath } from './words.ts'

type AsOfTable = Answer<typeof getAsOf>['tables'][number]

const formatDay = (day: string): string => formatDate(day, 'MM/DD/YYYY')

/**
 * Returns the day of the address if it is not in the future, else the day one year ago. The address changes
 * only after the file of the day has loaded. So `step` counts from the day last requested, and two quick
 * steps are both counted.
 */
function useDay() {
  const [search, setSearch] = useSearchParams()
  const now = today()
  const requestedDay = parseDay(search.get('day'))
  const day = requestedDay && requestedDay <= now ? requestedDay : addYears(now, -1)
  const requestedRef = useRef(day)
  useEffect(() => {
    requestedRef.current = day
  }, [day])
  const open = (next: string) => {
    requestedRef.current = next > now ? now : next
    setSearch({ day: requestedRef.current }, { replace: true })
  }
  return {
    day,
    named: requestedDay !== null && requestedDay <= now,
    open,
    step: (months: number) => open(addMonths(requestedRef.current, months)),
  }
}

/** The agency's screen with the data of a property at the end of a day, compared with today. */
export default function PropertyAsOf() {
  const { propertyId } = useNumericParams('propertyId')
  const agency = useIsAgency()
  return (
    <RequirePropertyAccess propertyId={propertyId}>
      {agency ? (
        <AsOfContent propertyId={propertyId} />
      ) : (
        <Screen title="As of a day" breadcrumbs={[{ label: 'Property', to: getPropertyPath(propertyId) }]}>
          <AgencyOnly>{null}</AgencyOnly>
        </Screen>
      )}
    </RequirePropertyAccess>
  )
}

function AsOfContent({ propertyId }: { propertyId: number }) {
  const { day, named: isNamed, open, step } = useDay()
  const [differing, setDiffering] = useState(false)
  useKeys('As of a day', [
    { key: '[', label: 'A month earlier', run: () => step(-1) },
    { key: ']', label: 'A month later', run: () => step(1) },
    { key: 'd', label: 'Differences alone', run: () => setDiffering(!differing) },
    { key: 'p', label: 'Print', run: () => window.print() },
  ])
  return (
    <Screen
      title="As of a day"
      breadcrumbs={[{ label: 'Property', to: getPropertyPath(propertyId) }]}
      actions={
        <Button variant="default" onClick={() => window.print()} aria-keyshortcuts="p">
          Print
        </Button>
      }
    >
      <DayBar day={day} onDay={open} onStep={step} differing={differing} onDiffering={setDiffering} />
      <Suspense fallback={<Text role="status">Loading</Text>}>
        <FileComparison
          propertyId={propertyId}
          day={day}
          named={isNamed}
          differing={differing}
          onDay={open}
        />
      </Suspense>
    </Screen>
  )
}

type DayBarProps = {
  day: string
  onDay: (day: string) => void
  onStep: (months: number) => void
  differing: boolean
  onDiffering: (differing: boolean) => void
}

/** The bar to choose the day, and whether only differences are shown. */
function DayBar({ day, onDay, onStep, differing, onDiffering }: DayBarProps) {
  const now = today()
  const days = [
    { label: 'A year ago', day: addYears(now, -1) },
    { label: 'End of last year', day: `${Number(now.slice(0, 4)) - 1}-12-31` },
  ]
  return (
    <div className={styles.bar} data-noprint>
      <Button variant="default" aria-label="A month earlier" aria-keyshortcuts="[" onClick={() => onStep(-1)}>
        ‹
      </Button>
      <TextInput
        type="date"
        aria-label="As of the end of"
        className={styles.day ?? ''}
        value={day}
        max={now}
        onChange={({ target }) => target.value && target.value <= now && onDay(target.value)}
      />
      <Button
        variant="default"
        aria-label="A month later"
        aria-keyshortcuts="]"
        disabled={day >= now}
        onClick={() => onStep(1)}
      >
        ›
      </Button>
      {days.map((day) => (
        <Button key={day.label} variant="default" onClick={() => onDay(day.day)}>
          {day.label}
        </Button>
      ))}
      <Checkbox
        label="Differences alone"
        checked={differing}
        onChange={({ target }) => onDiffering(target.checked)}
      />
    </div>
  )
}

const isDifferent = ({ stood, now, facts }: AsOfRow): boolean =>
  stood === null || now === null || facts.some((fact) => fact.stood !== fact.now)

type FileComparisonProps = {
  propertyId: number
  day: string
  /** Whether the address names the day, instead of it being the default. */
  named: boolean
  differing: boolean
  onDay: (day: string) => void
}

function FileComparison({ propertyId, day, named, differing, onDay }: FileComparisonProps) {
  const file = useCall(getAsOf, { params: { projectId: propertyId }, query: { day } })
  const since = formatDay(file.knownSince)
  if (!file.known && !named) return <Redirect search={`?day=${file.knownSince}`} />
  if (!file.known)
    return (
      <Alert color="yellow" title={`Nothing is recorded as of ${formatDay(day)}`}>
        Changes of this property are recorded since {since}.{' '}
        <Button size="compact-sm" variant="default" onClick={() => onDay(file.knownSince)}>
          As of {since}
        </Button>
      </Alert>
    )
  const tables = file.tables
    .map((table) => ({ ...table, rows: differing ? table.rows.filter(isDifferent) : table.rows }))
    .filter(({ rows }) => rows.length > 0)
  return (
    <div className={styles.file}>
      <Text size="sm">Changes are recorded since {since}. Differences from today are marked.</Text>
      {tables.length === 0 && <Text role="status">Nothing is different today.</Text>}
      {tables.map((table) => (
        <TableComparison key={table.table} table={table} day={day} differing={differing} />
      ))}
    </div>
  )
}

/** Describes how many rows of a table differ today; '' if none do. */
function describeDifferentRows(rows: readonly AsOfRow[]): string {
  const [added, removed] = [rows.filter((row) => row.stood === null), rows.filter((row) => row.now === null)]
  const changed = rows.filter((row) => row.stood && row.now && isDifferent(row))
  return [
    changed.length > 0 && `${changed.length} changed`,
    added.length > 0 && `${added.length} added since`,
    removed.length > 0 && `${removed.length} removed since`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** A table of the file on the day and today: the property by field, other tables by row. */
function TableComparison({
  table: { table, label, rows },
  day,
  differing,
}: {
  table: AsOfTable
  day: string
  differing: boolean
}) {
  const [row] = rows
  const isProperty = table === Property.table && row !== undefined
  return (
    <table className={styles.table}>
      <caption>
        {label} <span>{isProperty ? describeDifferentFields(row) : describeDifferentRows(rows)}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{isProperty ? 'Field' : 'Line'}</th>
          <th scope="col">As of {formatDay(day)}</th>
          <th scope="col">Today</th>
        </tr>
      </thead>
      <tbody>
        {isProperty
          ? row.facts
              .filter(({ stood, now }) => !differing || stood !== now)
              .map(({ label: field, stood, now }) => (
                <tr key={field} data-differs={stood === now ? undefined : true}>
                  <th scope="row">{field}</th>
                  <td>{stood ?? '–'}</td>
                  <td>{now ?? '–'}</td>
                </tr>
              ))
          : rows.map((row, index) => <RowComparison key={row.rowId} row={row} at={index + 1} />)}
      </tbody>
    </table>
  )
}

const describeDifferentFields = ({ facts }: AsOfRow): string => {
  const count = facts.filter(({ stood, now }) => stood !== now).length
  return count > 0 ? `${plural(count, 'field', 'fields')} changed` : ''
}

/** A row of a table with its fields as a sentence, on the day and today. */
function RowComparison({ row, at }: { row: AsOfRow; at: number }) {
  const changeNote = row.stood === null ? 'added since' : row.now === null ? 'removed since' : ''
  return (
    <tr data-differs={changeNote ? true : undefined}>
      <th scope="row">
        {[at, changeNote, !row.recorded && row.stood && 'before the audit'].filter(Boolean).join(', ')}
      </th>
      <td>{row.stood ? <FactsSentence row={row} side="stood" /> : 'Not there'}</td>
      <td>{row.now ? <FactsSentence row={row} side="now" /> : 'Not there any more'}</td>
    </tr>
  )
}

function FactsSentence({
  row: { facts, stood: earlierRow, now },
  side,
}: {
  row: AsOfRow
  side: 'stood' | 'now'
}) {
  const existsOnBoth = earlierRow !== null && now !== null
  const visibleFacts = facts.filter(
    (fact) => fact[side] !== null || (existsOnBoth && fact.stood !== fact.now),
  )
  return visibleFacts.map((fact, index) => {
    const text = `${fact.label} ${fact[side] ?? '–'}`
    return (
      <span key={fact.label}>
        {index > 0 && '; '}
        {existsOnBoth && fact.stood !== fact.now ? <mark>{text}</mark> : text}
      </span>
    )
  })
}
