import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#kernel/model/formats.ts'
import { alphabetChoices } from '#kernel/model/text.ts'
import { ALL_ROWS, pageSizes } from '#ui/table/paging.ts'
import { IconChevronLeft, IconChevronRight } from '../frame/icons.ts'
import { moveFocus } from '../frame/rovingFocus.ts'
import { countFilters, type TableFilter, type TableState, withoutFilters } from './tableState.ts'
import styles from './toolbar.module.css'

type Change = (change: Partial<TableState>) => void

/** The delay between typing and the search, in milliseconds (UI-03). */
const debounce = 100

/** The search box. A row matches if it contains every typed word. */
export function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [input, setInput] = useState(value)
  const [reported, setReported] = useState(value)
  const send = useDebouncedCallback((text: string) => {
    setReported(text)
    onChange(text)
  }, debounce)
  // A value from outside (a saved view, "Clear filters") replaces the text in the box, but the box's own
  // value does not.
  if (value !== reported) {
    setReported(value)
    setInput(value)
  }
  const write = (text: string) => {
    setInput(text)
    send(text)
  }
  return (
    <TextInput
      className={styles.search}
      size="xs"
      aria-label="Search all columns"
      placeholder="Search"
      value={input}
      onChange={(event) => write(event.currentTarget.value)}
      rightSection={input && <CloseButton size="xs" aria-label="Clear search" onClick={() => write('')} />}
    />
  )
}

/** A declared filter as a select. Its first choice is all rows. */
export function FilterSelect<Row>({
  filter,
  state,
  onChange,
}: {
  filter: TableFilter<Row>
  state: TableState
  onChange: Change
}) {
  const options = filter.values.map((value) => (typeof value === 'string' ? { value, label: value } : value))
  return (
    <NativeSelect
      size="xs"
      className={styles.filter}
      aria-label={filter.label}
      data={[{ value: '', label: `${filter.label}: all` }, ...options]}
      value={state.choices[filter.label] ?? ''}
      onChange={(event) =>
        onChange({ choices: { ...state.choices, [filter.label]: event.currentTarget.value } })
      }
    />
  )
}

/**
 * The number of displayed rows and of all rows, which is announced on changes, and a button that clears the
 * filters.
 */
export function RowCount({
  shown,
  all,
  state,
  onChange,
}: {
  shown: number
  all: number
  state: TableState
  onChange: Change
}) {
  return (
    <>
      <span role="status" className={styles.count}>
        {formatNumber(shown)} of {formatNumber(all)} {all === 1 ? 'row' : 'rows'}
      </span>
      <ClearFilters state={state} onChange={onChange} />
    </>
  )
}

/** The button that clears the filters, if there are any. */
export function ClearFilters({ state, onChange }: { state: TableState; onChange: Change }) {
  if (countFilters(state) === 0) return null
  return (
    <Button size="compact-xs" variant="subtle" onClick={() => onChange(withoutFilters(state))} data-noprint>
      Clear filters
    </Button>
  )
}

/** Shown instead of the rows if none passes the filters. */
export function NoMatch({ state, onChange }: { state: TableState; onChange: Change }) {
  return (
    <div className={styles.none}>
      No rows match.
      <Button size="xs" variant="default" onClick={() => onChange(withoutFilters(state))} data-noprint>
        Clear filters
      </Button>
    </div>
  )
}

/**
 * The alphabet filter: `#`, A to Z, View All (UI-09). It is one tab stop, with arrow keys between letters.
 */
export function AlphabetBar({ value, onChange }: { value: string; onChange: Change }) {
  return (
    <div
      role="toolbar"
      aria-label="Filter by first letter"
      className={styles.alphabet}
      data-noprint
      onKeyDown={moveFocus}
    >
      {alphabetChoices.map((choice) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === value}
          tabIndex={choice === value ? 0 : -1}
          onClick={() => onChange({ letter: choice })}
        >
          {choice}
        </button>
      ))}
    </div>
  )
}

/**
 * The choice of rows per page: 5, 10, 25, 50, 100, all (UI-04). `most` is the limit of a server that cuts the
 * pages.
 */
export function PageSize({
  state,
  onChange,
  most,
}: {
  state: TableState
  onChange: Change
  most?: number | undefined
}) {
  const sizes = most ? pageSizes.filter((size) => size > 0 && size <= most) : pageSizes
  return (
    <NativeSelect
      size="xs"
      className={styles.size}
      aria-label="Rows per page"
      data={sizes.map((size) => ({
        value: String(size),
        label: size === ALL_ROWS ? 'All rows' : `${size} rows`,
      }))}
      value={String(state.rowsPerPage || (most ?? ALL_ROWS))}
      onChange={(event) => onChange({ rowsPerPage: Number(event.currentTarget.value) })}
    />
  )
}

/** The buttons for the pages. It renders nothing if there is only one page. */
export function Pager({ page, pages, onChange }: { page: number; pages: number; onChange: Change }) {
  if (pages < 2) return null
  const step = (to: number, label: string, icon: ReactNode) => (
    <Button
      size="xs"
      variant="default"
      aria-label={label}
      disabled={to < 1 || to > pages}
      onClick={() => onChange({ page: to })}
    >
      {icon}
    </Button>
  )
  return (
    <nav aria-label="Pages" className={styles.pager} data-noprint>
      {step(page - 1, 'Previous page', <IconChevronLeft size={16} aria-hidden />)}
      <span className={styles.count} role="status">
        Page {page} of {pages}
      </span>
      {step(page + 1, 'Next page', <IconChevronRight size={16} aria-hidden />)}
    </nav>
  )
}
