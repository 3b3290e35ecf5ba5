import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { INPUT_DEBOUNCE } from './debounce.ts'
import { useFormParts } from './formContext.ts'
import type { LineMarks } from './LineRow.tsx'
import { computeLineTotals, type Line, type ResolvedColumn, totalText } from './lines.ts'
import { same } from './merge.ts'

/** The sums of a list's columns with `total`, by column name. */
export type Totals = Record<string, number>

/**
 * Returns the sums of a list, updated soon after each change. Only the component that uses it renders again.
 */
function useLineTotals(list: string, summed: readonly ResolvedColumn[]): Totals {
  const { form } = useFormParts<FieldValues>()
  const read = () => computeLineTotals((form.getValues(list) as Line[] | undefined) ?? [], summed)
  const [totals, setTotals] = useState(read)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => setTotals((before) => (same(before, latest.current()) ? before : latest.current()))
    const stop = form.subscribe({
      formState: { values: true },
      callback: () => {
        clearTimeout(timer)
        timer = setTimeout(update, INPUT_DEBOUNCE)
      },
    })
    // Includes changes from before the subscription, such as a copy's lines.
    update()
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [form])
  return totals
}

/** The row of sums under a list. */
export function LineTotals({
  list,
  columns,
  onTotals,
  marks,
}: {
  list: string
  columns: readonly ResolvedColumn[]
  onTotals: ((totals: Totals) => void) | undefined
  marks: LineMarks | undefined
}) {
  const summed = columns.filter((column) => column.total)
  const totals = useLineTotals(list, summed)
  useEffect(() => onTotals?.(totals), [totals, onTotals])
  if (summed.length === 0) return null
  const first = columns.findIndex((column) => column.total)
  return (
    <tfoot>
      <tr>
        <th scope="row" colSpan={first + 1}>
          Total
        </th>
        {columns.slice(first).map((column) => (
          <td key={column.name} data-label={column.total ? column.label : undefined}>
            {column.total ? totalText(column, totals[column.name] ?? 0) : null}
          </td>
        ))}
        {marks ? <td data-label={marks.label}>{marks.total}</td> : null}
        <td />
      </tr>
    </tfoot>
  )
}
