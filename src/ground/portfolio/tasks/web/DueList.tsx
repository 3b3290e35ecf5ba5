import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { useNarrow } from '#ui/frame/useNarrow.ts'
import { type DueGroup, dayName, distance, dueGroups } from '../model/dueGroups.ts'
import type { ToDoLine } from '../model/shapes.ts'
import css from './due.module.css'

/** How many of a group stand there at first; on a phone the whole of it would hide the groups below. */
const FIRST_SHOWN = 8
const FIRST_ON_PHONE = 2

/** What is due, by when: a card for each with its day first and the one next act. */
export function DueList({ rows }: { rows: readonly ToDoLine[] }) {
  return (
    <div className={css.groups}>
      {dueGroups(rows).map((group) => (
        <Group key={group.label} {...group} />
      ))}
    </div>
  )
}

function Group({ label, lines }: DueGroup) {
  const [all, setAll] = useState(false)
  const first = useNarrow() ? FIRST_ON_PHONE : FIRST_SHOWN
  const shown = all ? lines : lines.slice(0, first)
  const heading = `${label} ${lines.length}`
  return (
    <section aria-label={heading} data-late={label === 'Overdue' || undefined} className={css.group}>
      <h3>
        {label} <span>{lines.length.toLocaleString('en-US')}</span>
      </h3>
      <ul>
        {shown.map((line) => (
          <Card key={`${line.kind} ${line.rowId}`} line={line} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="default" onClick={() => setAll(true)}>
          Show all {lines.length.toLocaleString('en-US')} of “{label}”
        </Button>
      )}
    </section>
  )
}

function Card({ line }: { line: ToDoLine }) {
  const { title, propertyId, propertyName, managementCompanyName, dueDate, daysLeft, kindLabel, act, url } = line
  const place = propertyName ?? managementCompanyName
  return (
    <li className={css.card}>
      <p className={css.day}>
        {dueDate && daysLeft !== null ? (
          <>
            <b>{dayName(dueDate, daysLeft)}</b> <span>{distance(daysLeft)}</span>
          </>
        ) : (
          'No date'
        )}
      </p>
      <div className={css.what}>
        <h4>{title}</h4>
        <p>{propertyId === null ? place : <Link to={`/todolist/property/${propertyId}`}>{place}</Link>}</p>
      </div>
      <p className={css.kind}>
        <Chip>{kindLabel}</Chip>
      </p>
      <Button component={Link} to={url} variant="default" className={css.act} aria-label={`${act}: ${title}, ${place}`}>
        {act}
      </Button>
    </li>
  )
}
