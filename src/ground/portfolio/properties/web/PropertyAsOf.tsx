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
import { OfProperty } from './OfProperty.tsx'
import styles from './PropertyAsOf.module.css'
import { propertyPath } from './words.ts'

type AsOfTable = Answer<typeof getAsOf>['tables'][number]

const shownDay = (day: string): string => formatDate(day, 'MM/DD/YYYY')

/**
 * The day that the address names, if it is one of the past; a year ago otherwise. The address is shown once
 * its file has come: a step goes on from the day that was last asked for, so that none of two quick ones is
 * lost.
 */
function useDay() {
  const [search, setSearch] = useSearchParams()
  const now = today()
  const requestedDay = parseDay(search.get('day'))
  const day = requestedDay && requestedDay <= now ? requestedDay : addYears(now, -1)
  const asking = useRef(day)
  useEffect(() => {
    asking.current = day
  }, [day])
  const open = (next: string) => {
    asking.current = next > now ? now : next
    setSearch({ day: asking.current }, { replace: true })
  }
  return {
    day,
    named: requestedDay !== null && requestedDay <= now,
    open,
    step: (months: number) => open(addMonths(asking.current, months)),
  }
}

/** The file of a property at the end of a day, compared with today; for the agency alone. */
export default function PropertyAsOf() {
  const { propertyId } = useNumericParams('propertyId')
  const agency = useIsAgency()
  return (
    <OfProperty propertyId={propertyId}>
      {agency ? (
        <LookingBack propertyId={propertyId} />
      ) : (
        <Screen title="As of a day" breadcrumbs={[{ label: 'Property', to: propertyPath(propertyId) }]}>
          <AgencyOnly>{null}</AgencyOnly>
        </Screen>
      )}
    </OfProperty>
  )
}

function LookingBack({ propertyId }: { propertyId: number }) {
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
      breadcrumbs={[{ label: 'Property', to: propertyPath(propertyId) }]}
      actions={
        <Button variant="default" onClick={() => window.print()} aria-keyshortcuts="p">
          Print
        </Button>
      }
    >
      <Bar day={day} onDay={open} onStep={step} differing={differing} onDiffering={setDiffering} />
      <Suspense fallback={<Text role="status">Loading</Text>}>
        <Standing propertyId={propertyId} day={day} named={isNamed} differing={differing} onDay={open} />
      </Suspense>
    </Screen>
  )
}

type BarProps = {
  day: string
  onDay: (day: string) => void
  onStep: (months: number) => void
  differing: boolean
  onDiffering: (differing: boolean) => void
}

/** Which day is looked at, and of what. */
function Bar({ day, onDay, onStep, differing, onDiffering }: BarProps) {
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

type StandingProps = {
  propertyId: number
  day: string
  /** Whether the address names the day. */
  named: boolean
  differing: boolean
  onDay: (day: string) => void
}

function Standing({ propertyId, day, named, differing, onDay }: StandingProps) {
  const file = useCall(getAsOf, { params: { projectId: propertyId }, query: { day } })
  const since = shownDay(file.knownSince)
  if (!file.known && !named) return <Redirect search={`?day=${file.knownSince}`} />
  if (!file.known)
    return (
      <Alert color="yellow" title={`Nothing is recorded as of ${shownDay(day)}`}>
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
        <Compared key={table.table} table={table} day={day} differing={differing} />
      ))}
    </div>
  )
}

/** How many of a table are different today, in words; '' where all is as it was. */
function countWords(rows: readonly AsOfRow[]): string {
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

/** A subject then and today: the property field by field, lists row by row. */
function Compared({
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
        {label} <span>{isProperty ? differentFields(row) : countWords(rows)}</span>
      </caption>
      <thead>
        <tr>
          <th scope="col">{isProperty ? 'Field' : 'Line'}</th>
          <th scope="col">As of {shownDay(day)}</th>
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
          : rows.map((row, index) => <Line key={row.rowId} row={row} at={index + 1} />)}
      </tbody>
    </table>
  )
}

const differentFields = ({ facts }: AsOfRow): string => {
  const count = facts.filter(({ stood, now }) => stood !== now).length
  return count > 0 ? `${plural(count, 'field', 'fields')} changed` : ''
}

/** One of many: its fields as a sentence, then and today. */
function Line({ row, at }: { row: AsOfRow; at: number }) {
  const changeNote = row.stood === null ? 'added since' : row.now === null ? 'removed since' : ''
  return (
    <tr data-differs={changeNote ? true : undefined}>
      <th scope="row">
        {[at, changeNote, !row.recorded && row.stood && 'before the audit'].filter(Boolean).join(', ')}
      </th>
      <td>{row.stood ? <Sentence row={row} side="stood" /> : 'Not there'}</td>
      <td>{row.now ? <Sentence row={row} side="now" /> : 'Not there any more'}</td>
    </tr>
  )
}

function Sentence({ row: { facts, stood: earlierRow, now }, side }: { row: AsOfRow; side: 'stood' | 'now' }) {
  const both = earlierRow !== null && now !== null
  const visibleFacts = facts.filter((fact) => fact[side] !== null || (both && fact.stood !== fact.now))
  return visibleFacts.map((fact, index) => {
    const text = `${fact.label} ${fact[side] ?? '–'}`
    return (
      <span key={fact.label}>
        {index > 0 && '; '}
        {both && fact.stood !== fact.now ? <mark>{text}</mark> : text}
      </span>
    )
  })
}
