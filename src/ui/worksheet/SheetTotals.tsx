import { memo } from 'react'
import { cellText } from './format.ts'
import type { ComputedSheet, SheetColumn } from './sheet.ts'
import css from './worksheet.module.css'

/** The row of totals under a worksheet. It renders again only when a value changes. */
export const SheetTotals = memo(function SheetTotals({
  label,
  columns,
  reckoned,
  rounding,
  coded,
}: {
  label: string
  coded: boolean
  columns: readonly SheetColumn[]
  reckoned: ComputedSheet
  rounding: boolean
}) {
  return (
    <tfoot>
      <tr>
        <th scope="row" className={css.name} colSpan={coded ? 2 : 1}>
          {label}
        </th>
        {columns.map((column) => (
          <td key={column.key}>{cellText(reckoned.total(column), column, rounding)}</td>
        ))}
      </tr>
    </tfoot>
  )
})
