import { useMemo } from 'react'
import { describeTieOut } from '#engines/worksheet/model/index.ts'
import { createTieOutPanel, type StatementColumn, StatementSheet } from '#engines/worksheet/web/index.ts'
import { categoryChart } from '../model/categories.ts'
import type { RecordDetail } from '../model/records.ts'
import type { RecordValues } from './formLines.ts'
import { useRecordFigures } from './useTyped.ts'

const getColumns = (readOnly: boolean): readonly StatementColumn[] => [
  { key: 'amount', label: 'A year', unit: '$', readOnly, width: 130 },
  { key: 'note', label: 'Note', kind: 'text', readOnly, width: 240 },
]

/** The sheet of a record’s income and expense in the order of the form, with its tie-outs at the right. */
export function Sheet({ detail, readOnly = false }: { detail: RecordDetail; readOnly?: boolean }) {
  const { ties, untouched } = useRecordFigures(detail)
  const columns = useMemo(() => getColumns(readOnly), [readOnly])
  const marks = ties
    .filter(({ agrees, stops }) => stops && !agrees && !untouched && !readOnly)
    .flatMap((tie) =>
      tie.left.code ? [{ code: tie.left.code, column: 'amount', words: describeTieOut(tie) }] : [],
    )
  return (
    <StatementSheet<RecordValues>
      name="lines"
      caption={`2013 record, ${detail.recordType} ${detail.year}`}
      title="Income and expense"
      chart={categoryChart}
      columns={columns}
      stored={detail.lines}
      people={detail.people}
      readOnly={readOnly}
      goTo="amount"
      side={createTieOutPanel({ ties, untouched })}
      marks={marks}
    />
  )
}
