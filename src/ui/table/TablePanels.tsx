import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, type SubmitEvent, useMemo, useRef, useState } from 'react'
import { IconBookmark, IconColumns3, IconFilter, IconTrash } from '../frame/icons.ts'
import { useDismiss } from '../frame/useDismiss.ts'
import type { Column } from './columns.tsx'
import { type TableState, visibleColumns } from './tableState.ts'
import styles from './toolbar.module.css'
import { useSavedViews } from './useTableState.ts'

type Change = (change: Partial<TableState>) => void

/**
 * A toolbar button and the panel it discloses. Our own and not a library popover: that would double what a list screen
 * has to load, only to place a box below a button.
 */
function Panel({
  label,
  title,
  icon,
  side = 'end',
  brief = false,
  children,
}: {
  label: string
  title: string
  icon: ReactNode
  /** Which edge of the button the panel keeps to. */
  side?: 'start' | 'end'
  /** The icon alone, where room is short. */
  brief?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useDismiss<HTMLDivElement>(open, (byEscape) => {
    setOpen(false)
    if (byEscape) button.current?.focus()
  })
  return (
    <div ref={box} className={styles.disclosure} data-side={side}>
      <Button
        ref={button}
        size="xs"
        variant="default"
        leftSection={icon}
        title={brief ? label : undefined}
        className={brief ? styles.brief : undefined}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open && (
        <section aria-label={title} className={styles.panel}>
          {children}
        </section>
      )}
    </div>
  )
}

function RangeFilter({
  label,
  hint,
  value,
  onChange,
}: {
  label: string
  hint: string
  value: string
  onChange: (value: string) => void
}) {
  const [from = '', to = ''] = value.split('..')
  const write = (next: [string, string]) => onChange(next.some((bound) => bound.trim() !== '') ? next.join('..') : '')
  return (
    <fieldset className={styles.range}>
      <legend>{label}</legend>
      <TextInput
        size="xs"
        aria-label={`${label} from`}
        placeholder={`From ${hint}`.trim()}
        value={from}
        onChange={(event) => write([event.currentTarget.value, to])}
      />
      <TextInput
        size="xs"
        aria-label={`${label} to`}
        placeholder={`To ${hint}`.trim()}
        value={to}
        onChange={(event) => write([from, event.currentTarget.value])}
      />
    </fieldset>
  )
}

function ChoiceFilter<Row>({
  column,
  rows,
  value,
  onChange,
}: {
  column: Column<Row>
  rows: readonly Row[]
  value: string
  onChange: (value: string) => void
}) {
  const values = useMemo(() => [...new Set(rows.map(column.text))].filter(Boolean).sort(), [rows, column])
  return (
    <NativeSelect
      size="xs"
      label={column.label}
      data={[{ value: '', label: 'All' }, ...values]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function ColumnFilterField<Row>({
  column,
  rows,
  value,
  onChange,
}: {
  column: Column<Row>
  rows: readonly Row[]
  value: string
  onChange: (value: string) => void
}) {
  const { filter, label } = column
  if (filter.kind === 'range') return <RangeFilter label={label} hint={filter.hint} value={value} onChange={onChange} />
  if (filter.kind === 'choice') return <ChoiceFilter column={column} rows={rows} value={value} onChange={onChange} />
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder="Contains"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** The filters of the single columns, each after its kind. */
export function FilterPanel<Row>({
  columns,
  rows,
  state,
  onChange,
}: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  state: TableState
  onChange: Change
}) {
  const set = Object.values(state.columnFilters).filter(Boolean).length
  return (
    <Panel
      label={set > 0 ? `Filters (${set})` : 'Filters'}
      title="Filter columns"
      side="start"
      icon={<IconFilter size={16} aria-hidden />}
    >
      {columns
        .filter((column) => column.sortable)
        .map((column) => (
          <ColumnFilterField
            key={column.id}
            column={column}
            rows={rows}
            value={state.columnFilters[column.id] ?? ''}
            onChange={(value) => onChange({ columnFilters: { ...state.columnFilters, [column.id]: value } })}
          />
        ))}
    </Panel>
  )
}

/** Which columns show. The last one cannot be hidden. */
export function ColumnPanel<Row>({
  columns,
  state,
  onChange,
}: {
  columns: readonly Column<Row>[]
  state: TableState
  onChange: Change
}) {
  const shown = visibleColumns(columns, state.hidden)
  const toggle = (id: string, show: boolean) =>
    onChange({
      hidden: columns.filter((column) => (column.id === id ? !show : !shown.includes(column))).map(({ id }) => id),
    })
  return (
    <Panel label="Columns" title="Choose columns" icon={<IconColumns3 size={16} aria-hidden />} brief>
      {columns.map((column) => (
        <Checkbox
          key={column.id}
          size="xs"
          label={column.label}
          checked={shown.includes(column)}
          disabled={shown.length === 1 && shown.includes(column)}
          onChange={(event) => toggle(column.id, event.currentTarget.checked)}
        />
      ))}
      {state.hidden && (
        <Button size="compact-xs" variant="subtle" onClick={() => onChange({ hidden: null })}>
          Reset columns
        </Button>
      )}
    </Panel>
  )
}

/** Settings saved under a name: filters, order, page size, columns. Kept on this machine. */
export function ViewPanel({
  storageKey,
  state,
  onChange,
}: {
  storageKey: string
  state: TableState
  onChange: Change
}) {
  const { views, save, remove } = useSavedViews(storageKey)
  return (
    <Panel label="Views" title="Saved views" icon={<IconBookmark size={16} aria-hidden />} brief>
      {views.length === 0 && <span className={styles.count}>Save filters, order and columns under a name.</span>}
      {views.map((view) => (
        <div key={view.name} className={styles.view}>
          <Button size="xs" variant="subtle" justify="start" onClick={() => onChange(view.state)}>
            {view.name}
          </Button>
          <ActionIcon
            variant="subtle"
            color="red"
            aria-label={`Delete view ${view.name}`}
            onClick={() => remove(view.name)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <SaveView onSave={(name) => save(name, state)} />
    </Panel>
  )
}

function SaveView({ onSave }: { onSave: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const name = typed.trim()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The panel may stand inside a form of the screen, which must not hear of this.
    event.stopPropagation()
    if (name === '') return
    onSave(name)
    setTyped('')
  }
  return (
    <form className={styles.view} onSubmit={submit}>
      <TextInput
        size="xs"
        aria-label="Name of the view"
        placeholder="Name"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button size="xs" type="submit" disabled={name === ''}>
        Save view
      </Button>
    </form>
  )
}
