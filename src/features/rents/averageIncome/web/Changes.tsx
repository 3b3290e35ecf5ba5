import type { Answer } from '#kernel/model/call.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { getHistory } from '../model/calls.ts'

type Change = Answer<typeof getHistory>[number]
const col = columns<Change & { index: number }>()
const percent = (value: number | null) => (value === null ? '–' : `${value}%`)
const changeColumns = [
  col.moment('When', (item) => item.at, { width: 170 }),
  col.text('Who', (item) => item.byName, { width: 150 }),
  col.text('Unit', (item) => item.unit, { width: 90 }),
  col.text('From', (item) => percent(item.was), { width: 80 }),
  col.text('To', (item) => percent(item.becomes), { width: 80 }),
  col.date('Effective', (item) => item.effectiveDate, { width: 120 }),
  col.text('Why', (item) => item.reason, { wrap: true }),
]

/** The table of who designated which unit, when, from what to what, and why. */
export const Changes = ({
  of,
  ...table
}: {
  of: readonly Change[]
  caption: string
  csvName: string
  empty: string
}) => (
  <DataTable
    {...table}
    rows={of.map((item, index) => ({ ...item, index }))}
    columns={changeColumns}
    rowKey={(item) => item.index}
    height="none"
  />
)
