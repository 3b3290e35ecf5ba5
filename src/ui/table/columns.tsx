import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type DateFormat, formatDate, monthName, parseDay } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { HIDDEN_TEXT } from '#kernel/model/hiddenText.ts'
import { formatMoney, parseMoney, sumMoney } from '#kernel/model/money.ts'
import { HiddenText } from '../frame/HiddenValue.tsx'
import { LinkButton } from '../frame/LinkButton.tsx'
import type { ToneName } from '../frame/palette.ts'
import { Chip } from '../frame/StatusChip.tsx'
import styles from './table.module.css'

/** The content type of a column. It determines the alignment, the sorting and the filter. */
type ColumnKind =
  | 'text'
  | 'link'
  | 'number'
  | 'money'
  | 'date'
  | 'moment'
  | 'month'
  | 'bool'
  | 'chip'
  | 'node'

/** The filter of a column: by contained text, by one of its values, or by a range. */
type ColumnFilter<Row> =
  | { kind: 'contains' }
  | { kind: 'choice' }
  | {
      kind: 'range'
      value: (row: Row) => number | string | null
      read: (input: string) => number | string | null
      hint: string
    }

/** A column of a `DataTable`. It is always created by {@link columns}. */
export type Column<Row> = {
  /** Unique in the table. The default is the label. */
  id: string
  label: string
  kind: ColumnKind
  align: 'start' | 'end'
  /** The width in pixels. By default the longest text determines it. */
  width?: number
  wrap: boolean
  /** Whether the column is hidden on the screen until the user chooses it. It is always printed. */
  lesser: Lesser
  /** The place on a card. By default the kind of the column determines it. */
  card?: CardPlace
  /** The server's name of the column for sorting and filtering, when the server pages the list. */
  served?: string
  /** The prefix of each value, before a hyphen. */
  prefix?: string
  sortable: boolean
  /** The key by which rows are sorted; null comes last in both directions. */
  sortKey: (row: Row) => string | number | null
  /** The displayed text, which is also used for search, filters and measuring. */
  text: (row: Row) => string
  /** The value in a CSV export: numbers and amounts without signs and separators. */
  csv: (row: Row) => string | number
  render: (row: Row) => ReactNode
  filter: ColumnFilter<Row>
  /** The text under the column in the row of totals. */
  total?: (rows: readonly Row[]) => string
}

/** The place of a column on the card of a row, which is used on phones. `none` leaves the column out. */
export type CardPlace = 'title' | 'second' | 'amount' | 'state' | 'fact' | 'none'

/** The options of every column. `Served` are the names that the call of a paged list has for its columns. */
type ColumnOptions<Served extends string> = {
  /** Required only if two columns have the same label. */
  id?: string
  /** The width in pixels. */
  width?: number
  /** Whether long text breaks into lines. Tables with such a column measure each row. */
  wrap?: boolean
  /**
   * Hides the column on the screen until the user chooses it under Columns, so that the table fits. It is
   * still printed. `inQueues` hides it only in lists with a toolbar, and not in the short tables of a record.
   */
  lesser?: Lesser
  card?: CardPlace
  served?: Served
  /** The prefix of record numbers, so that 12 is shown as `IC-12`, also in files. */
  prefix?: string
}

type Lesser = boolean | 'inQueues'
type Maybe<Value> = Value | null | undefined
type ColumnDefaults<Row> = Pick<Column<Row>, 'kind' | 'text'> & Partial<Column<Row>>

function buildColumn<Row>(
  label: string,
  defaults: ColumnDefaults<Row>,
  options: ColumnOptions<string>,
): Column<Row> {
  const { id = label, width = defaults.width, wrap = false, lesser = false, card, served, prefix } = options
  return {
    label,
    align: 'start',
    sortable: true,
    sortKey: (row) => defaults.text(row) || null,
    csv: defaults.text,
    render: defaults.text,
    filter: { kind: 'contains' },
    ...defaults,
    id,
    width,
    wrap,
    lesser,
    card,
    served,
    prefix,
  }
}

/** Returns the sort key of a day (its digits as a number) or of a moment (its time). */
const timeKey = (value: Maybe<string>): number | null => {
  if (!value) return null
  const key = value.length === 10 ? Number(value.replaceAll(/\D/g, '')) : Date.parse(value)
  return Number.isNaN(key) ? null : key
}

type TotalOptions<Served extends string> = ColumnOptions<Served> & { total?: boolean }
type NumberOptions<Served extends string> = TotalOptions<Served> & {
  format?: (value: Maybe<number>) => string
}

/** Formats a value with the prefix of its column. */
const formatPrefixed = (value: Maybe<string | number>, { prefix }: ColumnOptions<string>): string =>
  prefix === undefined || value === null || value === undefined ? String(value ?? '') : `${prefix}-${value}`

function textColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<string | number>,
  options: ColumnOptions<Served> = {},
) {
  return buildColumn<Row>(label, { kind: 'text', text: (row) => formatPrefixed(read(row), options) }, options)
}

function linkColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<string | number>,
  to: (row: Row) => Maybe<string>,
  options: ColumnOptions<Served> = {},
) {
  const text = (row: Row) => formatPrefixed(read(row), options)
  const render = (row: Row) => {
    const [target, content] = [to(row), text(row)]
    // A link without text would be invisible.
    return target && content ? <Link to={target}>{content}</Link> : content
  }
  return buildColumn<Row>(label, { kind: 'link', text, render }, options)
}

function buttonColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<string | number>,
  onPress: (row: Row) => void,
  options: ColumnOptions<Served> = {},
) {
  const text = (row: Row) => String(read(row) ?? '')
  const render = (row: Row) => (
    <LinkButton className={styles.press} data-print aria-haspopup="dialog" onClick={() => onPress(row)}>
      {text(row)}
    </LinkButton>
  )
  return buildColumn<Row>(label, { kind: 'link', text, render }, options)
}

function amountColumn<Row, Served extends string>(
  label: string,
  kind: 'number' | 'money',
  read: (row: Row) => Maybe<number>,
  format: (value: Maybe<number>) => string,
  options: TotalOptions<Served>,
) {
  // Money is added in cents, so that the total is exact.
  const add = (rows: readonly Row[]) =>
    kind === 'money' ? sumMoney(rows.map(read)) : rows.reduce((sum, row) => sum + (read(row) ?? 0), 0)
  // If no row has a figure, the total is blank.
  const isBlank = (rows: readonly Row[]) =>
    rows.length > 0 && rows.every((row) => (read(row) ?? null) === null)
  return buildColumn<Row>(
    label,
    {
      kind,
      align: 'end',
      text: (row) => format(read(row)),
      sortKey: (row) => read(row) ?? null,
      csv: (row) => read(row) ?? '',
      filter: { kind: 'range', value: (row) => read(row) ?? null, read: parseMoney, hint: '' },
      total: options.total ? (rows) => format(isBlank(rows) ? null : add(rows)) : undefined,
    },
    options,
  )
}

function numberColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<number>,
  options: NumberOptions<Served> = {},
) {
  return amountColumn(label, 'number', read, options.format ?? formatNumber, options)
}

function moneyColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<number>,
  options: TotalOptions<Served> = {},
) {
  return amountColumn(label, 'money', read, (value) => formatMoney(value), options)
}

function timeColumn<Row, Served extends string>(
  label: string,
  kind: 'date' | 'moment',
  read: (row: Row) => Maybe<string>,
  format: DateFormat,
  options: ColumnOptions<Served>,
) {
  const text = (row: Row) => formatDate(read(row), format)
  const filter: ColumnFilter<Row> = {
    kind: 'range',
    value: (row) => parseDay(formatDate(read(row), 'MM/DD/YYYY')),
    read: parseDay,
    hint: 'MM/DD/YYYY',
  }
  return buildColumn<Row>(label, { kind, text, sortKey: (row) => timeKey(read(row)), filter }, options)
}

function dateColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<string>,
  options: ColumnOptions<Served> = {},
) {
  return timeColumn(label, 'date', read, 'MM/DD/YYYY', options)
}

function momentColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<string>,
  options: ColumnOptions<Served> = {},
) {
  return timeColumn(label, 'moment', read, 'MM/DD/YYYY h:mm A', options)
}

function monthColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<string>,
  options: ColumnOptions<Served> = {},
) {
  const text = (row: Row) => {
    const month = read(row)
    return month ? monthName(month) : ''
  }
  return buildColumn<Row>(label, { kind: 'month', text, sortKey: (row) => timeKey(read(row)) }, options)
}

function boolColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<boolean>,
  options: ColumnOptions<Served> = {},
) {
  const text = (row: Row) => {
    const value = read(row) ?? null
    if (value === null) return ''
    return value ? 'Yes' : 'No'
  }
  return buildColumn<Row>(label, { kind: 'bool', width: 75, text, filter: { kind: 'choice' } }, options)
}

function chipColumn<Row, Served extends string>(
  label: string,
  read: (row: Row) => Maybe<string>,
  color: (row: Row) => ToneName,
  options: ColumnOptions<Served> = {},
) {
  const text = (row: Row) => read(row) ?? ''
  const render = (row: Row) => (text(row) ? <Chip color={color(row)}>{text(row)}</Chip> : '')
  return buildColumn<Row>(label, { kind: 'chip', text, render, filter: { kind: 'choice' } }, options)
}

function nodeColumn<Row, Served extends string>(
  label: string,
  render: (row: Row) => ReactNode,
  options: ColumnOptions<Served> & { text?: (row: Row) => string; align?: 'start' | 'end' } = {},
) {
  const { text = () => '', align = 'start' } = options
  return buildColumn<Row>(
    label,
    { kind: 'node', text, render, align, sortable: options.text !== undefined },
    options,
  )
}

/**
 * Returns the column helpers for a row type: `const col = columns<Request>()`, then `col.money('Requested',
 * (r) => r.amount)`. Every helper takes the label, a function that reads the value, and {@link
 * ColumnOptions}. `Served` are the names that a paged list sorts and filters by: the fields of the row,
 * unless its call has others.
 */
export function columns<Row, Served extends string = keyof Row & string>() {
  return {
    /** Plain text; numbers that are names (years, property numbers) belong here too. */
    text: textColumn<Row, Served>,
    /** A link, or plain text if `to` returns null. */
    link: linkColumn<Row, Served>,
    /** Text that opens the row in a dialog. */
    button: buttonColumn<Row, Served>,
    /**
     * A number with thousands separators (FMT-03), or formatted by `format`. With `total: true` the column
     * has a total.
     */
    number: numberColumn<Row, Served>,
    /** Dollars with two decimals (FMT-05). With `total: true` the column has a total. */
    money: moneyColumn<Row, Served>,
    /** A day (`YYYY-MM-DD`), shown MM/DD/YYYY (FMT-01). */
    date: dateColumn<Row, Served>,
    /** A moment (ISO with zone), shown in the agency's time zone: MM/DD/YYYY h:mm A (FMT-01). */
    moment: momentColumn<Row, Served>,
    /** A month, stored as its first day and shown by name: March 2026. */
    month: monthColumn<Row, Served>,
    /** Yes, No, or empty; 75 px wide by default (UI-06). */
    bool: boolColumn<Row, Served>,
    /** A value from a small set on a tinted background, such as a status. */
    chip: chipColumn<Row, Served>,
    /** Any other content. `text` is used for sorting, search and CSV, and is empty by default. */
    node: nodeColumn<Row, Served>,
  }
}

/** Returns the column with a "not shown" text in rows in which the value is hidden from the user. */
export const hiddenWhere = <Row,>(column: Column<Row>, isHidden: (row: Row) => boolean): Column<Row> => ({
  ...column,
  text: (row) => (isHidden(row) ? HIDDEN_TEXT : column.text(row)),
  csv: (row) => (isHidden(row) ? HIDDEN_TEXT : column.csv(row)),
  render: (row) => (isHidden(row) ? <HiddenText isBrief /> : column.render(row)),
})
