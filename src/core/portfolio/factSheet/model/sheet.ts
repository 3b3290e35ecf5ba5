import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { id } from '#kernel/model/field.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'

/** The kinds of columns: `money` is in dollars, `day` is `YYYY-MM-DD`, `percent` is in percent points. */
export const cellKinds = ['text', 'number', 'money', 'day', 'percent'] as const
export type CellKind = (typeof cellKinds)[number]

/**
 * The place of a part on the sheet: a `figure` in the strip on top, `top` side by side below it, `wide`
 * across the sheet, a `chart` side by side, `left` and `right` in the two columns at the foot, the left one
 * the wider, and `bottom` across below them.
 */
export const places = ['figure', 'top', 'wide', 'chart', 'left', 'right', 'bottom'] as const
export type SheetPlace = (typeof places)[number]

const cell = z.union([z.string(), z.number(), z.null()])
export type Cell = z.infer<typeof cell>

const sheetRow = z.object({
  cells: z.array(cell),
  /** Whether the row needs attention; it is then printed in red. */
  alert: z.boolean(),
  /** Whether the row is the sum of the rows above. */
  total: z.boolean().optional(),
})
/** A row of a part: one cell for each column, and whether it needs attention. */
export type SheetRow = z.infer<typeof sheetRow>

const sheetPart = z.object({
  title: z.string(),
  place: z.enum(places),
  /** A note next to the title about how current the figures are. */
  note: z.string().nullable(),
  /** The columns. If all labels are empty, the first column is the label of its row. */
  columns: z.array(z.object({ label: z.string(), kind: z.enum(cellKinds) })),
  rows: z.array(sheetRow),
  /** The number of rows that do not fit on the sheet. */
  more: z.int(),
  /** The text shown if there are no rows. */
  empty: z.string().nullable(),
  /** The minimum that the values of a chart should not fall below, and its label. */
  floor: z.object({ value: z.number(), label: z.string() }).nullable(),
})
/** A part of the sheet: a titled table, list, figure or chart. */
export type SheetPart = z.infer<typeof sheetPart>

/** The fact sheet of a property. */
export const sheet = z.object({
  propertyId: z.int(),
  name: z.string(),
  number: z.string(),
  /** The address in one line, with the county. */
  address: z.string(),
  /** The day of the sheet's figures. */
  day: z.string(),
  parts: z.array(sheetPart),
})
export type Sheet = z.infer<typeof sheet>

export const getFactSheet = call({
  method: 'GET',
  path: '/api/projects/GetFactSheet/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: sheet,
  summary: 'Fact sheet of a property on one page, with the parts the caller may read',
})

const money = (value: number): string => formatMoney(value, { whole: Number.isInteger(value) })

/** Formats a cell for printing; an empty cell is a dash. */
export function formatCell(value: Cell, kind: CellKind): string {
  if (value === null || value === '') return '–'
  if (kind === 'day') return formatDate(String(value), 'MM/DD/YYYY')
  if (typeof value === 'string') return value
  if (kind === 'money') return money(value)
  return kind === 'percent' ? `${value.toFixed(1)}%` : formatNumber(value)
}

/** Whether values of this kind are numbers, which are aligned right. */
export const isNumeric = (kind: CellKind): boolean =>
  kind === 'number' || kind === 'money' || kind === 'percent'

/** The note next to a part's title: how many lines are shown, if not all, and how current they are. */
export const getFactSheetNote = ({ note, rows, more }: SheetPart): string =>
  [more > 0 ? `${rows.length} of ${rows.length + more}` : null, note].filter(Boolean).join(', ')

/** The parts of the sheet at a place, in order. */
export const getPartsAt = ({ parts }: Sheet, place: SheetPlace): SheetPart[] =>
  parts.filter((part) => part.place === place)
