import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type DateFormat, formatDate, monthName, parseDay } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney, parseMoney, sumMoney } from '#kernel/model/money.ts'
import { NOT_SHOWN_TEXT } from '#kernel/model/notShown.ts'
import { LinkButton } from '../frame/LinkButton.tsx'
import { NotShownText } from '../frame/NotShown.tsx'
import type { ToneName } from '../frame/palette.ts'
import { Chip } from '../frame/StatusChip.tsx'
import styles from './table.module.css'

/** The content type of a column; it decides alignment, sorting, and the filter of the column. */
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

/** How a column is filtered: text it contains, one of its values, or from a value to a value. */
type ColumnFilter<Row> =
  | { kind: 'contains' }
  | { kind: 'choice' }
  | {
      kind: 'range'
      value: (row: Row) => number | string | null
      read: (input: string) => number | string | null
      hint: string
    }

/** A column as `DataTable` uses it; made by {@link columns}, never by hand. */
export type Column<Row> = {
  /** Unique in its table: the label, unless `id` was given. */
  id: string
  label: string
  kind: ColumnKind
  align: 'start' | 'end'
  /** Pixels; the longest text decides when it is not given. */
  width?: number
  wrap: boolean
  /** Not shown on the screen until chosen; paper has room for it. */
  lesser: Lesser
  /** Its place on a card; determined by its kind by default. */
  card?: CardPlace
  /** The server's name of the column for sorting and filtering, when the server pages the list. */
  served?: string
  /** What each value begins with, before a hyphen. */
  prefix?: string
  sortable: boolean
  /** The key by which rows are sorted; null comes last in both directions. */
  sortKey: (row: Row) => string | number | null
  /** The shown text: searched, filtered, measured. */
  text: (row: Row) => string
  /** The value in a CSV export: numbers and amounts without signs and separators. */
  csv: (row: Row) => string | number
  render: (row: Row) => ReactNode
  filter: ColumnFilter<Row>
  /** The text under the column in the row of totals. */
  total?: (rows: readonly Row[]) => string
}

/** The place of a column on the card that a row becomes on a phone; `none` leaves it out. */
export type CardPlace = 'title' | 'second' | 'amount' | 'state' | 'fact' | 'none'

/** What may be said of any column. */
type ColumnOptions = {
  /** Needed only when two columns share a label. */
  id?: string
  /** Pixels. */
  width?: number
  /** Lets long text break into lines; such tables measure each row. */
  wrap?: boolean
  /**
   * Not shown on the screen until chosen under Columns, so that the table fits; printed all the same.
   * `inQueues`: only where there are tools to choose by; the few rows of a record show it.
   */
  lesser?: Lesser
  card?: CardPlace
  served?: string
  /** The rows have numbers of records: their prefix, so that 12 is read as `IC-12`, in files as well. */
  prefix?: string
}

type Lesser = boolean | 'inQueues'
type Maybe<Value> = Value | null | undefined
type Given<Row> = Pick<Column<Row>, 'kind' | 'text'> & Partial<Column<Row>>

function column<Row>(label: string, defaults: Given<Row>, options: ColumnOptions): Column<Row> {
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

/** A day sorts as the number it spells, a moment by its time. */
const timeKey = (value: Maybe<string>): number | null => {
  if (!value) return null
  const key = value.length === 10 ? Number(value.replaceAll(/\D/g, '')) : Date.parse(value)
  return Number.isNaN(key) ? null : key
}

type Totalled = ColumnOptions & { total?: boolean }
type Numbered = Totalled & { format?: (value: Maybe<number>) => string }

/** A value as text, after the prefix of its column. */
const formatPrefixed = (value: Maybe<string | number>, { prefix }: ColumnOptions): string =>
  prefix === undefined || value === null || value === undefined ? String(value ?? '') : `${prefix}-${value}`

function textColumn<Row>(
  label: string,
  read: (row: Row) => Maybe<string | number>,
  options: ColumnOptions = {},
) {
  return column<Row>(label, { kind: 'text', text: (row) => formatPrefixed(read(row), options) }, options)
}

function linkColumn<Row>(
  label: string,
  read: (row: Row) => Maybe<string | number>,
  to: (row: Row) => Maybe<string>,
  options: ColumnOptions = {},
) {
  const text = (row: Row) => formatPrefixed(read(row), options)
  const render = (row: Row) => {
    const [target, content] = [to(row), text(row)]
    // A link without words leads nowhere that anybody could know of.
    return target && content ? <Link to={target}>{content}</Link> : content
  }
  return column<Row>(label, { kind: 'link', text, render }, options)
}

function buttonColumn<Row>(
  label: string,
  read: (row: Row) => Maybe<string | number>,
  onPress: (row: Row) => void,
  options: ColumnOptions = {},
) {
  const text = (row: Row) => String(read(row) ?? '')
  const render = (row: Row) => (
    <LinkButton className={styles.press} data-print aria-haspopup="dialog" onClick={() => onPress(row)}>
      {text(row)}
    </LinkButton>
  )
  return column<Row>(label, { kind: 'link', text, render }, options)
}

function amountColumn<Row>(
  label: string,
  kind: 'number' | 'money',
  read: (row: Row) => Maybe<number>,
  format: (value: Maybe<number>) => string,
  options: Totalled,
) {
  // Added up in cents where the amounts are money, so that a column of them is exact.
  const add = (rows: readonly Row[]) =>
    kind === 'money' ? sumMoney(rows.map(read)) : rows.reduce((sum, row) => sum + (read(row) ?? 0), 0)
  // Where no row has a figure, the total has none either.
  const isBlank = (rows: readonly Row[]) =>
    rows.length > 0 && rows.every((row) => (read(row) ?? null) === null)
  return column<Row>(
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

function numberColumn<Row>(label: string, read: (row: Row) => Maybe<number>, options: Numbered = {}) {
  return amountColumn(label, 'number', read, options.format ?? formatNumber, options)
}

function moneyColumn<Row>(label: string, read: (row: Row) => Maybe<number>, options: Totalled = {}) {
  return amountColumn(label, 'money', read, (value) => formatMoney(value), options)
}

function timeColumn<Row>(
  label: string,
  kind: 'date' | 'moment',
  read: (row: Row) => Maybe<string>,
  format: DateFormat,
  options: ColumnOptions,
) {
  const text = (row: Row) => formatDate(read(row), format)
  const filter: ColumnFilter<Row> = {
    kind: 'range',
    value: (row) => parseDay(formatDate(read(row), 'MM/DD/YYYY')),
    read: parseDay,
    hint: 'MM/DD/YYYY',
  }
  return column<Row>(label, { kind, text, sortKey: (row) => timeKey(read(row)), filter }, options)
}

function dateColumn<Row>(label: string, read: (row: Row) => Maybe<string>, options: ColumnOptions = {}) {
  return timeColumn(label, 'date', read, 'MM/DD/YYYY', options)
}

function momentColumn<Row>(label: string, read: (row: Row) => Maybe<string>, options: ColumnOptions = {}) {
  return timeColumn(label, 'moment', read, 'MM/DD/YYYY h:mm A', options)
}

function monthColumn<Row>(label: string, read: (row: Row) => Maybe<string>, options: ColumnOptions = {}) {
  const text = (row: Row) => {
    const month = read(row)
    return month ? monthName(month) : ''
  }
  return column<Row>(label, { kind: 'month', text, sortKey: (row) => timeKey(read(row)) }, options)
}

function boolColumn<Row>(label: string, read: (row: Row) => Maybe<boolean>, options: ColumnOptions = {}) {
  const text = (row: Row) => {
    const value = read(row) ?? null
    if (value === null) return ''
    return value ? 'Yes' : 'No'
  }
  return column<Row>(label, { kind: 'bool', width: 75, text, filter: { kind: 'choice' } }, options)
}

function chipColumn<Row>(
  label: string,
  read: (row: Row) => Maybe<string>,
  color: (row: Row) => ToneName,
  options: ColumnOptions = {},
) {
  const text = (row: Row) => read(row) ?? ''
  const render = (row: Row) => (text(row) ? <Chip color={color(row)}>{text(row)}</Chip> : '')
  return column<Row>(label, { kind: 'chip', text, render, filter: { kind: 'choice' } }, options)
}

function nodeColumn<Row>(
  label: string,
  render: (row: Row) => ReactNode,
  options: ColumnOptions & { text?: (row: Row) => string; align?: 'start' | 'end' } = {},
) {
  const { text = () => '', align = 'start' } = options
  return column<Row>(
    label,
    { kind: 'node', text, render, align, sortable: options.text !== undefined },
    options,
  )
}

/**
 * The column helpers of a row type: `const col = columns<Request>()`, then `col.money('Requested', (r) =>
 * r.amount)`. Every helper takes the label, then how to read the row, then {@link ColumnOptions}.
 */
export function columns<Row>() {
  return {
    /** Plain text; numbers that are names (years, property numbers) belong here too. */
    text: textColumn<Row>,
    /** Text that leads somewhere; plain text where `to` answers null. */
    link: linkColumn<Row>,
    /** Text that opens the row in a dialog. */
    button: buttonColumn<Row>,
    /**
     * A count or measure with thousands separators (FMT-03), or as `format` says; `total: true` adds the
     * column up.
     */
    number: numberColumn<Row>,
    /** Dollars with two decimals (FMT-05); `total: true` adds the column up to the cent. */
    money: moneyColumn<Row>,
    /** A day (`YYYY-MM-DD`), shown MM/DD/YYYY (FMT-01). */
    date: dateColumn<Row>,
    /** A moment (ISO with zone), shown as the agency's clock read it: MM/DD/YYYY h:mm A (FMT-01). */
    moment: momentColumn<Row>,
    /** A month, given as its first day and shown by name: March 2026. */
    month: monthColumn<Row>,
    /** Yes, No, or empty; 75 px wide by default (UI-06). */
    bool: boolColumn<Row>,
    /** A word from a small set on a tinted ground, such as a status. */
    chip: chipColumn<Row>,
    /** Anything else; `text` is what sorting, searching and CSV see of it (default nothing). */
    node: nodeColumn<Row>,
  }
}

/** A column whose values say that they are not shown, in rows in which they are hidden from the reader. */
export const hiddenWhere = <Row,>(column: Column<Row>, isHidden: (row: Row) => boolean): Column<Row> => ({
  ...column,
  text: (row) => (isHidden(row) ? NOT_SHOWN_TEXT : column.text(row)),
  csv: (row) => (isHidden(row) ? NOT_SHOWN_TEXT : column.csv(row)),
  render: (row) => (isHidden(row) ? <NotShownText isBrief /> : column.render(row)),
})
