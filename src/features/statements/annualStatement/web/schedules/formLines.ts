import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
import { newKey } from '#ui/form/lines.ts'
import {
  carryFigures,
  getAnnualStatementSchedule,
  type Part,
  parts,
  type ScheduleRow,
  sourcesIn,
} from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'

/**
 * Returns the lines of a schedule as form values. A schedule with fixed lines has all of them, with their
 * code as key.
 */
export function getFormRows(
  part: Part,
  rows: readonly ScheduleRow[],
  prior: readonly ScheduleRow[] = [],
): ScheduleRow[] {
  const { key, lines, columns } = getAnnualStatementSchedule(part)
  const names = Object.keys(columns)
  const getColumnValues = (row: ScheduleRow | undefined) =>
    Object.fromEntries(
      names.map((name) => [name, row?.[name] ?? (columns[name]!.safeParse(null).success ? null : false)]),
    )
  if (!lines)
    return rows.map((row) => ({
      [key]: row[key] ?? 0,
      clientKey: row.clientKey ?? newKey(),
      ...getColumnValues(row),
    }))
  const findRow = (all: readonly ScheduleRow[], code: string) => all.find((row) => row.code === code)
  return lines
    .filter((line) => !line.formula)
    .map(({ code }) => ({
      clientKey: code,
      ...getColumnValues(findRow(rows, code)),
      prior: findRow(prior, code)?.amount ?? null,
    }))
}

const buildRowsSchema = (part: Part) => {
  const { key, lines, columns, label, noun, entity } = getAnnualStatementSchedule(part)
  const row = lines
    ? z.object({ clientKey: z.string(), ...columns, prior: z.number().nullable() })
    : z.object({ [key]: entity.fields[key]!, clientKey: z.string().nullable(), ...columns })
  return z.array(row).meta({ label, noun })
}

/**
 * Returns the stored lines of a schedule. For a statement that is not stored yet, the lines carried into
 * it.
 */
const getStoredRows = (part: Part, detail: Detail): readonly ScheduleRow[] =>
  detail.afsId === 0 ? carryFigures(part, [], sourcesIn(detail, detail)).rows : detail[part]

const getRows = (part: Part, detail: Detail) =>
  getFormRows(part, getStoredRows(part, detail), detail.priorSchedules?.[part])

/**
 * Returns the lines in the form that a save sends: without display-only fields, and without empty fixed
 * lines.
 */
export function getRowsToSend(part: Part, rows: readonly ScheduleRow[]): ScheduleRow[] {
  const { lines, columns } = getAnnualStatementSchedule(part)
  if (!lines) return [...rows]
  return rows
    .filter((row) => Object.keys(columns).some((name) => row[name] != null))
    .map(({ clientKey, prior: _, ...row }) => ({ code: clientKey, ...row }))
}

const hasChanged = (part: Part, rows: readonly ScheduleRow[], storedRows: readonly ScheduleRow[]) =>
  JSON.stringify(getRowsToSend(part, rows)) !==
  JSON.stringify(getRowsToSend(part, getFormRows(part, storedRows)))

/** The schedules as form values. A save sends only those that differ from the stored ones. */
export const scheduleLines = {
  shape: Object.fromEntries(parts.map((part) => [part, buildRowsSchema(part)])) as Record<
    Part,
    ReturnType<typeof buildRowsSchema>
  >,
  valuesOf: (detail) => Object.fromEntries(parts.map((part) => [part, getRows(part, detail)])),
  sent: (values, detail) =>
    Object.fromEntries(
      parts.flatMap((part) => {
        const rows = (values[part] ?? []) as ScheduleRow[]
        return hasChanged(part, rows, detail[part]) ? [[part, getRowsToSend(part, rows)]] : []
      }),
    ),
} satisfies FormLines<Detail>
