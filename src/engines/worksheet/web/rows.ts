import { useMemo, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { type Account, buildChart, type Chart } from '#core/money/chart/model/index.ts'
import type { ListPath } from '#ui/form/fieldPath.ts'
import { type NoValues, useFormParts } from '#ui/form/formContext.ts'
import { same } from '#ui/form/merge.ts'
import type { Origin } from '../model/index.ts'

/** A row of the form: the account code as its key, and dollars by column. */
export type FigureRow = { clientKey: string; note: string | null } & Record<string, number | string | null>

type StoredLine = { code: string } & Record<string, unknown>

/** Returns whether a row has any value, including carried figures. */
export const hasFigures = (row: FigureRow): boolean =>
  Object.entries(row).some(([name, value]) => name !== 'clientKey' && value !== null && value !== undefined)

/** Returns whether these columns are still empty; then the statement is not checked yet. */
export const isUntouched = (rows: readonly FigureRow[], columns: readonly string[]): boolean =>
  !rows.some((row) => columns.some((column) => (row[column] ?? null) !== null))

/** Returns the current rows of a form’s statement. `Values` is the type of the form’s values. */
export const useFigureRows = <Values = NoValues>(name: ListPath<Values>): readonly FigureRow[] => {
  const { form } = useFormParts<Record<string, FigureRow[]>>()
  return useWatch({ control: form.control, name }) ?? []
}

/**
 * The figures that a statement is compared with: an account's figures by column, and the source that each
 * column is carried from.
 */
export type Comparison = {
  codes: readonly string[]
  of: (code: string) => Readonly<Record<string, number | null | undefined>>
  carried: Readonly<Record<string, string | undefined>>
}

/**
 * Returns the chart of the included accounts. It stays the same object while the accounts are equal,
 * because a new chart repaints everything.
 */
export function useStableChart(
  accounts: readonly Account[],
  isIncluded: (account: Account) => boolean = everyAccount,
): Chart {
  const last = useRef(accounts)
  if (!same(last.current, accounts)) last.current = accounts
  const { current } = last
  return useMemo(() => buildChart(current.filter(isIncluded)), [current, isIncluded])
}
const everyAccount = () => true

/** Returns a row for each typed account, even an empty one, so that every cell keeps its place. */
export function getFigureRows(
  accounts: readonly Pick<Account, 'code'>[],
  storedLines: readonly StoredLine[],
  columns: readonly string[],
  comparison?: Comparison,
): FigureRow[] {
  const linesByCode = new Map(storedLines.map((line) => [line.code, line]))
  return accounts.map(({ code }) => {
    const line = linesByCode.get(code)
    const figures = [...columns, 'note'].map((column) => [column, line?.[column] ?? null])
    return { clientKey: code, ...comparison?.of(code), ...Object.fromEntries(figures) } as FigureRow
  })
}

/**
 * Returns the values of each row that differ from the stored line; nothing else is sent, so that figures
 * that a colleague entered remain.
 */
export function getChangedFigures(
  rows: readonly FigureRow[],
  storedLines: readonly StoredLine[],
  written: readonly string[],
) {
  const linesByCode = new Map(storedLines.map((line) => [line.code, line]))
  return rows.flatMap((row) => {
    const line = linesByCode.get(row.clientKey)
    const changedNames = written.filter((name) => (row[name] ?? null) !== (line?.[name] ?? null))
    return changedNames.length === 0
      ? []
      : [{ code: row.clientKey, ...Object.fromEntries(changedNames.map((name) => [name, row[name]])) }]
  })
}

/**
 * Returns the schema of the rows as a list of a form; `fields` are its columns, including those of a
 * comparison, and the note.
 */
export const createRowsSchema = (label: string, fields: z.ZodRawShape, noun = 'Line') =>
  z.array(z.object({ clientKey: z.string(), ...fields })).meta({ label, noun })

/**
 * Adds the comparison and the origin of each figure to the stored lines; includes lines that only the
 * comparison has.
 */
export function addComparison<
  L extends StoredLine & { note: string | null; origins: Record<string, Origin> | null },
>(storedLines: readonly L[], { codes, of, carried }: Comparison) {
  const linesByCode = new Map(storedLines.map((line) => [line.code, line]))
  return [...new Set([...linesByCode.keys(), ...codes])].map((code) => {
    const line = linesByCode.get(code)
    const comparedFigures = of(code)
    const origins = Object.fromEntries(
      Object.keys(comparedFigures).flatMap((column) =>
        comparedFigures[column] == null || carried[column] === undefined
          ? []
          : [[column, { by: null, at: '', carried: carried[column] }]],
      ),
    )
    return { note: null, ...line, code, ...comparedFigures, origins: { ...origins, ...line?.origins } }
  })
}
