import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { IconColumns3, IconFilter } from '../frame/icons.ts'
import type { Column } from './columns.tsx'
import { Panel } from './Panel.tsx'
import { type TableState, visibleColumns } from './tableState.ts'
import styles from './toolbar.module.css'

type Change = (change: Partial<TableState>) => void

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
  const write = (next: [string, string]) =>
    onChange(next.some((bound) => bound.trim() !== '') ? next.join('..') : '')
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
  if (filter.kind === 'range')
    return <RangeFilter label={label} hint={filter.hint} value={value} onChange={onChange} />
  if (filter.kind === 'choice')
    return <ChoiceFilter column={column} rows={rows} value={value} onChange={onChange} />
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

/** The filters of the columns, depending on their kinds. */
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

/** The choice of visible columns. The last one cannot be hidden. */
export function ColumnPanel<Row>({
  columns,
  state,
  onChange,
}: {
  columns: readonly Column<Row>[]
  state: TableState
  onChange: Change
}) {
  const visible = visibleColumns(columns, state.hidden)
  const toggle = (id: string, show: boolean) =>
    onChange({
      hidden: columns
        .filter((column) => (column.id === id ? !show : !visible.includes(column)))
        .map(({ id }) => id),
    })
  return (
    <Panel label="Columns" title="Choose columns" icon={<IconColumns3 size={16} aria-hidden />} brief>
      {columns.map((column) => (
        <Checkbox
          key={column.id}
          size="xs"
          label={column.label}
          checked={visible.includes(column)}
          disabled={visible.length === 1 && visible.includes(column)}
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
