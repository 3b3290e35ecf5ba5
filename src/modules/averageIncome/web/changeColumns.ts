import type { Answer } from '#kernel/model/call.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { getHistory } from '../model/calls.ts'

/** A change with its place in the list. */
export type ChangeLine = Answer<typeof getHistory>[number] & { index: number }
const line = columns<ChangeLine>()
const shown = (percent: number | null) => (percent === null ? '–' : `${percent}%`)
/** Who designated which unit when, from what and why. */
export const changeColumns = [
  line.moment('When', (one) => one.at, { width: 170 }),
  line.text('Who', (one) => one.byName, { width: 150 }),
  line.text('Unit', (one) => one.unit, { width: 90 }),
  line.text('From', (one) => shown(one.was), { width: 80 }),
  line.text('To', (one) => shown(one.becomes), { width: 80 }),
  line.date('Effective', (one) => one.effectiveDate, { width: 120 }),
  line.text('Why', (one) => one.reason, { wrap: true }),
]
