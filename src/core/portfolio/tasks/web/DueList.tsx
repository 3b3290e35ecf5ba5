import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { dueWords } from '#core/platform/lookups/model/index.ts'
import { formatNumber, plural } from '#kernel/model/formats.ts'
import { Chip } from '#ui/frame/StatusChip.tsx'
import { useNarrow } from '#ui/frame/useNarrow.ts'
import {
  type DueGroup,
  describeDistance,
  formatDueDay,
  getTaskCards,
  groupByDueDate,
} from '../model/dueGroups.ts'
import type { ToDoLine } from '../model/shapes.ts'
import css from './due.module.css'

/** The number of cards of a group shown at first; lower on a phone, so that later groups are visible. */
const FIRST_COUNT = 8
const FIRST_COUNT_ON_PHONE = 2

/** The to-dos as cards in groups by due date. Each card shows its day first and has one action. */
export function DueList({ rows }: { rows: readonly ToDoLine[] }) {
  return (
    <div className={css.groups}>
      {groupByDueDate(rows).map((group) => (
        <Group key={group.label} {...group} />
      ))}
    </div>
  )
}

function Group({ label, lines }: DueGroup) {
  const [showsAll, setShowsAll] = useState(false)
  const first = useNarrow() ? FIRST_COUNT_ON_PHONE : FIRST_COUNT
  const cards = getTaskCards(lines)
  const visibleCards = showsAll ? cards : cards.slice(0, first)
  const heading = `${label} ${formatNumber(lines.length)}`
  return (
    <section aria-label={heading} data-late={label === dueWords.overdue || undefined} className={css.group}>
      <h3>
        {label} <span>{formatNumber(lines.length)}</span>
      </h3>
      <ul>
        {visibleCards.map(([line, ...others]) =>
          others.length > 0 ? (
            <ManyCard key={`${line!.kind} ${line!.rowId}`} lines={[line!, ...others]} />
          ) : (
            <Card key={`${line!.kind} ${line!.rowId}`} line={line!} />
          ),
        )}
      </ul>
      {visibleCards.length < cards.length && (
        <Button variant="default" onClick={() => setShowsAll(true)}>
          Show all {formatNumber(lines.length)} of “{label}”
        </Button>
      )}
    </section>
  )
}

function Day({ dueDate, daysLeft }: Pick<ToDoLine, 'dueDate' | 'daysLeft'>) {
  return (
    <p className={css.day}>
      {dueDate && daysLeft !== null ? (
        <>
          <b>{formatDueDay(dueDate, daysLeft)}</b> <span>{describeDistance(daysLeft)}</span>
        </>
      ) : (
        'No date'
      )}
    </p>
  )
}

/** A card for the same to-do at several places, which expands to a line for each place. */
function ManyCard({ lines }: { lines: readonly ToDoLine[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const { title, kindLabel, act, dueDate, daysLeft } = lines[0]!
  const count = plural(lines.length, 'place', 'places')
  return (
    <li className={css.card}>
      <Day dueDate={dueDate} daysLeft={daysLeft} />
      <div className={css.what}>
        <h4>{title}</h4>
        <p>{count}</p>
        {isOpen && (
          <ul className={css.places}>
            {lines.map((line) => (
              <li key={line.rowId}>
                <Link to={line.url} aria-label={`${act}: ${title}, ${getPlace(line)}`}>
                  {getPlace(line)}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className={css.kind}>
        <Chip>{kindLabel}</Chip>
      </p>
      <Button
        variant="default"
        className={css.act}
        aria-expanded={isOpen}
        aria-label={`${act}: ${title}, ${count}`}
        onClick={() => setIsOpen(!isOpen)}
      >
        {act}…
      </Button>
    </li>
  )
}

const getPlace = ({ propertyName, managementCompanyName }: ToDoLine) => propertyName ?? managementCompanyName

function Card({ line }: { line: ToDoLine }) {
  const { title, propertyId, dueDate, daysLeft, kindLabel, act, url } = line
  const place = getPlace(line)
  return (
    <li className={css.card}>
      <Day dueDate={dueDate} daysLeft={daysLeft} />
      <div className={css.what}>
        <h4>{title}</h4>
        <p>{propertyId === null ? place : <Link to={`/todolist/property/${propertyId}`}>{place}</Link>}</p>
      </div>
      <p className={css.kind}>
        <Chip>{kindLabel}</Chip>
      </p>
      <Button
        component={Link}
        to={url}
        variant="default"
        className={css.act}
        aria-label={`${act}: ${title}, ${place}`}
      >
        {act}
      </Button>
    </li>
  )
}
