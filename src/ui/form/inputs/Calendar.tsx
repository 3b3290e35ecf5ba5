import { ActionIcon, Button, Group } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { addMonths, formatDate, today } from '#kernel/model/dates.ts'
import { IconChevronLeft, IconChevronRight } from '../../frame/icons.ts'
import css from '../form.module.css'
import { dayForKey, getCalendarWeeks, WEEKDAYS } from './calendar.ts'

// The role grid makes screen readers pass the arrow keys to the page.
const GRID = { role: 'grid' } as const
const cell = (isChosen: boolean) => ({ role: 'gridcell', 'aria-selected': isChosen }) as const

/**
 * One month to choose a day from, by mouse or keys (`dayForKey`). `value` is the chosen day (`YYYY-MM-DD`) or
 * null; `onClose` is called for Escape. Takes focus when it appears.
 */
export function Calendar({
  value,
  onChoose,
  onClose,
}: {
  value: string | null
  onChoose: (day: string) => void
  onClose: () => void
}) {
  const titleId = useId()
  const now = today()
  const [focusedDay, setFocusedDay] = useState(value ?? now)
  const grid = useRef<HTMLTableElement>(null)
  const follow = useRef(true)
  useEffect(() => {
    if (follow.current) grid.current?.querySelector<HTMLElement>(`[data-day="${focusedDay}"]`)?.focus()
  }, [focusedDay])

  const turn = (months: number) => {
    // The focus remains on the arrows of the header, so that they can be pressed again.
    follow.current = false
    setFocusedDay(addMonths(focusedDay, months))
  }
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  const move = (event: KeyboardEvent) => {
    const next = dayForKey(event.key, focusedDay, event.shiftKey)
    if (next === null) return
    event.preventDefault()
    follow.current = true
    setFocusedDay(next)
  }
  return (
    <div role="dialog" aria-label="Choose a date" onKeyDown={closeOnEscape} className={css.calendar}>
      <MonthHeader titleId={titleId} at={focusedDay} turn={turn} />
      <Month
        gridRef={grid}
        titleId={titleId}
        at={focusedDay}
        now={now}
        value={value}
        onChoose={onChoose}
        onKeyDown={move}
      />
      <Button size="xs" variant="subtle" onClick={() => onChoose(now)}>
        Today
      </Button>
    </div>
  )
}

function MonthHeader({ titleId, at, turn }: { titleId: string; at: string; turn: (months: number) => void }) {
  return (
    <Group justify="space-between" wrap="nowrap">
      <ActionIcon variant="subtle" aria-label="Previous month" onClick={() => turn(-1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <strong id={titleId} aria-live="polite">
        {formatDate(at, 'MMMM DD, YYYY').replace(/ \d+,/, '')}
      </strong>
      <ActionIcon variant="subtle" aria-label="Next month" onClick={() => turn(1)}>
        <IconChevronRight size={18} />
      </ActionIcon>
    </Group>
  )
}

function Month({
  gridRef,
  titleId,
  at,
  now,
  value,
  onChoose,
  onKeyDown,
}: {
  gridRef: RefObject<HTMLTableElement | null>
  titleId: string
  /** The day with the focus. */
  at: string
  now: string
  value: string | null
  onChoose: (day: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}) {
  const day = (text: string) => (
    <button
      type="button"
      data-day={text}
      data-adjacent={text.slice(0, 7) !== at.slice(0, 7) || undefined}
      aria-label={formatDate(text, 'MMMM DD, YYYY').replace(' 0', ' ')}
      aria-current={text === now ? 'date' : undefined}
      tabIndex={text === at ? 0 : -1}
      onClick={() => onChoose(text)}
    >
      {Number(text.slice(8))}
    </button>
  )
  return (
    <table {...GRID} ref={gridRef} aria-labelledby={titleId} onKeyDown={onKeyDown}>
      <WeekdayNames />
      <tbody>
        {getCalendarWeeks(at).map((week) => (
          <tr key={week[0]}>
            {week.map((text) => (
              <td {...cell(text === value)} key={text}>
                {day(text)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function WeekdayNames() {
  return (
    <thead>
      <tr>
        {WEEKDAYS.map((name) => (
          <th key={name} scope="col" abbr={name}>
            {name.slice(0, 2)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
