import type { Answer } from '#kernel/model/call.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { getHistory } from '../model/calls.ts'

type Change = Answer<typeof getHistory>[number]
const line = columns<Change & { index: number }>()
const percent = (value: number | null) => (value === null ? '–' : `${value}%`)
const shown = [
  line.moment('When', (one) => one.at, { width: 170 }),
  line.text('Who', (one) => one.byName, { width: 150 }),
  line.text('Unit', (one) => one.unit, { width: 90 }),
  line.text('From', (one) => percent(one.was), { width: 80 }),
  line.text('To', (one) => percent(one.becomes), { width: 80 }),
  line.date('Effective', (one) => one.effectiveDate, { width: 120 }),
  line.text('Why', (one) => one.reason, { wrap: true }),
]

/** Who designated which unit when, from what and why. */
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
    rows={of.map((one, index) => ({ ...one, index }))}
    columns={shown}
    rowKey={(one) => one.index}
    height="none"
  />
)
