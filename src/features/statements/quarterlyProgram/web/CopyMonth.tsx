import { Button } from '@mantine/core'
import { useState } from 'react'
import type { FigureRow } from '#engines/worksheet/web/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { MonthDetail } from '../model/months.ts'
import { monthName } from '../model/periods.ts'

const sheets = ['balance', 'income'] as const
type Rows = Record<(typeof sheets)[number], FigureRow[]>

/**
 * The button that fills the empty fields of both sheets with the previous month's figures, and then becomes
 * the button to undo this.
 */
export function CopyMonth({ detail: { last } }: { detail: MonthDetail }) {
  const { form } = useFormParts<Rows>()
  const [rowsBefore, setBefore] = useState<Rows | null>(null)
  if (!last) return null
  const setRows = (rows: Rows) => {
    for (const sheet of sheets) form.setValue(sheet, rows[sheet], { shouldDirty: true })
  }
  const copy = () => {
    const rows = Object.fromEntries(sheets.map((sheet) => [sheet, form.getValues(sheet)])) as Rows
    const fillEmpty = (figureRows: readonly FigureRow[]) =>
      figureRows.map((row) => ({ ...row, amount: row.amount ?? last.amounts[row.clientKey] ?? null }))
    setBefore(rows)
    setRows({ balance: fillEmpty(rows.balance), income: fillEmpty(rows.income) })
    notify(`What was empty is filled from ${monthName(last.periodDate)}. Look through it before you submit.`)
  }
  const undo = () => {
    if (rowsBefore) setRows(rowsBefore)
    setBefore(null)
  }
  return (
    <Button variant="default" onClick={rowsBefore ? undo : copy}>
      {rowsBefore ? 'Take the copy back' : `Copy ${monthName(last.periodDate)}`}
    </Button>
  )
}
