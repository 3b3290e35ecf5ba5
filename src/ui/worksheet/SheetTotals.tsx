import { memo } from 'react'
import { cellText } from './format.ts'
import type { Reckoned, SheetColumn } from './sheet.ts'

/** The row of totals under a worksheet; painted again only when a value changed. */
export const SheetTotals = memo(function SheetTotals({
  label,
  columns,
  reckoned,
  rounding,
}: {
  label: string
  columns: readonly SheetColumn[]
  reckoned: Reckoned
  rounding: boolean
}) {
  return (
    <tfoot>
      <tr>
        <th scope="row">{label}</th>
        {columns.map((column) => (
          <td key={column.key}>{cellText(reckoned.total(column), column, rounding)}</td>
        ))}
      </tr>
    </tfoot>
  )
})
