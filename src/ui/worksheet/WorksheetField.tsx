import { useCallback, useContext, useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import type { ListPath } from '../form/fieldPath.ts'
import { FormReadOnlyContext, fieldId, type NoValues, useFormParts } from '../form/formContext.ts'
import { same } from '../form/merge.ts'
import { cellsOfRows, type Row, rowsOfCells } from './rows.ts'
import { type Cells, nameOfLine, type SheetColumn, type SheetLine } from './sheet.ts'
import { Worksheet, type WorksheetProps } from './Worksheet.tsx'

const NO_ROWS: readonly Row[] = []

/**
 * A worksheet as a field of a `Form`. Its value is a list of rows in wire shape, whose field `rowKey`
 * contains the key of the line (`{ account: '5120', proposed: 4800, note: null }`). Columns are fields of the
 * row. Faults at paths such as `lines.3.proposed` are shown in their cell, and the error summary links to
 * them. `newRow` creates the row of a line without one, and must be a stable function. By default the new row
 * contains only the key of the line. `Values` is the type of the form's values.
 */
export function WorksheetField<Values = NoValues>({
  name,
  rowKey,
  newRow,
  marksOf: marksByKey,
  readOnly = false,
  ...rest
}: Omit<WorksheetProps, 'cells' | 'onChange' | 'cellId' | 'faultsOf'> & {
  /** Path of the rows in the form's values. */
  name: ListPath<Values>
  rowKey: string
  newRow?: (line: SheetLine) => Row
  /** Returns further faults of the cells of a line. The arrays must be stable. */
  marksOf?: (line: SheetLine) => readonly (string | undefined)[] | undefined
}) {
  const { id: formId, form } = useFormParts<FieldValues>()
  const readOnlyForm = useContext(FormReadOnlyContext)
  // `exact: false` also listens to single cells, because figures of colleagues arrive cell by cell.
  const { field } = useController({ name, control: form.control, exact: false })
  const rows: readonly Row[] = field.value ?? NO_ROWS
  const { columns, lines } = rest
  const cells = useMemo(() => cellsOfRows(rows, rowKey, columns), [rows, rowKey, columns])
  const change = useCallback(
    (next: Cells) =>
      field.onChange(
        rowsOfCells((form.getValues(name) as Row[] | undefined) ?? [], rowKey, lines, next, newRow),
      ),
    [field.onChange, form, name, rowKey, lines, newRow],
  )
  const order = useOrder(rows, rowKey)
  const cellId = useCallback(
    (line: SheetLine, column: { key: string }) => {
      const index = order.indexOf(line.key)
      return index < 0 ? undefined : fieldId(formId, `${name}.${index}.${column.key}`)
    },
    [order, formId, name],
  )
  useLineNames(name, order, lines, columns)
  const faults = useCellFaults(name, order, columns)
  return (
    <Worksheet
      {...rest}
      cells={cells}
      onChange={change}
      readOnly={readOnly || readOnlyForm}
      cellId={cellId}
      faultsOf={(line) => faults.get(line.key) ?? marksByKey?.(line)}
    />
  )
}

/** Returns the line keys in the order of the rows. It is the same array until the order changes. */
function useOrder(rows: readonly Row[], rowKey: string): readonly string[] {
  const last = useRef<readonly string[]>([])
  const order = rows.map((row) => String(row[rowKey]))
  if (!same(order, last.current)) last.current = order
  return last.current
}

/** Registers the names of lines and columns for the error summary: "5120 Rent: Proposed". */
function useLineNames(
  name: string,
  order: readonly string[],
  lines: readonly SheetLine[],
  columns: readonly SheetColumn[],
): void {
  const { labels } = useFormParts()
  useEffect(() => {
    const namesByKey = new Map(lines.map((line) => [line.key, nameOfLine(line)]))
    for (const [index, key] of order.entries()) labels.set(`${name}.${index}`, namesByKey.get(key) ?? key)
    for (const column of columns) labels.set(`${name}.*.${column.key}`, column.label)
  }, [labels, name, order, lines, columns])
}

/** Returns the faults of the cells by line key, in the order of the columns. */
function useCellFaults(name: string, order: readonly string[], columns: readonly SheetColumn[]) {
  const { session } = useFormParts()
  const all = useSyncExternalStore(session.faults.subscribe, session.faults.all, session.faults.all)
  return useMemo(() => {
    const faultsByKey = new Map<string, readonly (string | undefined)[]>()
    if (!all.some((fault) => fault.field.startsWith(`${name}.`))) return faultsByKey
    order.forEach((key, index) => {
      const matches = columns.map(
        (column) => all.find((fault) => fault.field === `${name}.${index}.${column.key}`)?.message,
      )
      if (matches.some((message) => message !== undefined)) faultsByKey.set(key, matches)
    })
    return faultsByKey
  }, [all, columns, name, order])
}
