import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { formatDate } from '#kernel/model/dates.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import { cellsOfRows } from '#ui/worksheet/rows.ts'
import type { SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import { Worksheet } from '#ui/worksheet/Worksheet.tsx'
import { WorksheetField } from '#ui/worksheet/WorksheetField.tsx'
import { deriveInterimLine } from '../model/derivations.ts'
import { formatPartCode, partLabels } from '../model/form.ts'
import {
  computeInterimPartB,
  getInterimFigures,
  getInterimView,
  type InterimLine,
  type InterimPeriod,
} from '../model/interim.ts'
import { findSurplusFindings } from '../model/surplus.ts'
import type { ComputationView } from '../model/views.ts'
import { Findings, Frame, focusLine } from './Frame.tsx'
import { partALines as partA } from './sheet.ts'

const getColumns = (readOnly: boolean): readonly SheetColumn[] => [
  { key: 'amount', label: 'Amount', width: 120, readOnly },
  { key: 'description', label: 'Explanation', kind: 'text', width: 210, readOnly },
]
const editableColumns = getColumns(false)
const readOnlyColumns = getColumns(true)
/**
 * The lines of part B that lead to the available amount. Residual receipts are computed only at the end of
 * the year.
 */
const parts = ['b1', 'b2a', 'b2b', 'b2c', 'b3', 'b4'] as const

/** Returns the lines of part A, which are entered, and of part B, which are computed from them. */
const getSheetLines = (view: ComputationView, period: InterimPeriod): readonly SheetLine[] => [
  ...partA,
  { key: 'rights', label: 'Available for distribution', kind: 'heading' },
  ...parts.map(
    (code): SheetLine => ({
      key: code,
      label: `${formatPartCode(code)} ${partLabels[code]}`,
      kind: 'computed',
      formula: (read) => computeInterimPartB(view, period, read('(c)'))[code],
    }),
  ),
]

type InterimProps = {
  view: ComputationView
  period: InterimPeriod
  lines: readonly InterimLine[]
  certified: string | null
}

function useInterimSheet({ view, period, lines, certified }: InterimProps) {
  const sheet = useMemo(() => getSheetLines(view, period), [view, period])
  const [sheetLine, setSheetLine] = useState<SheetLine | null>(null)
  const figures = getInterimFigures(lines)
  const frame = {
    of: view,
    derived:
      sheetLine && deriveInterimLine(getInterimView(view, period, lines), sheetLine.key, figures, certified),
    column: formatDate(period.date, 'MM/DD/YYYY'),
    onClose: () => {
      focusLine(sheetLine ? sheet.indexOf(sheetLine) : 0)
      setSheetLine(null)
    },
    onGo: (code: string) => {
      const index = sheet.findIndex((line) => line.key.toLowerCase() === code.toLowerCase())
      if (index >= 0) focusLine(index)
      return index >= 0
    },
    // Underfunded tenant deposits are checked on the annual balance sheet only.
    aside: <Findings findings={findSurplusFindings(figures, () => 0)} />,
  }
  const sheetProps = {
    caption: `Surplus cash as of ${formatDate(period.date, 'MM/DD/YYYY')}`,
    lines: sheet,
    lineHeading: 'Line',
    total: null,
    rounding: false,
    onAsk: setSheetLine,
  }
  return { frame, given: sheetProps }
}

const newRow = (line: SheetLine): InterimLine => ({
  lineCode: line.key as InterimLine['lineCode'],
  amount: null,
  description: null,
})

type InterimValues = { interimLines: InterimLine[] }

/**
 * The figures of an interim day as form fields: cash, receivables and obligations, and the available amount
 * that follows.
 */
export function InterimFields({
  name,
  ...of
}: Omit<InterimProps, 'lines' | 'certified'> & { name: keyof InterimValues }) {
  const { form } = useFormParts<InterimValues>()
  const lines = useWatch({ control: form.control, name }) ?? []
  const { frame, given: sheetProps } = useInterimSheet({ ...of, lines, certified: null })
  return (
    <Frame {...frame}>
      <WorksheetField<InterimValues>
        {...sheetProps}
        name={name}
        rowKey="lineCode"
        columns={editableColumns}
        newRow={newRow}
      />
    </Frame>
  )
}

/** The same worksheet, read-only. */
export function InterimSheet(props: InterimProps) {
  const { frame, given: sheetProps } = useInterimSheet(props)
  const cells = useMemo(() => cellsOfRows(props.lines, 'lineCode', readOnlyColumns), [props.lines])
  return (
    <Frame {...frame}>
      <Worksheet {...sheetProps} columns={readOnlyColumns} cells={cells} readOnly />
    </Frame>
  )
}
