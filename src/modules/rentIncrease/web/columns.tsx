import { standingColumns } from '#review/web/index.ts'
import { columns } from '#ui/table/DataTable.tsx'
import { percentIncrease, rentIncreaseTypes } from '../model/arithmetic.ts'
import { increases, type ListLine } from '../model/increases.ts'

const col = columns<ListLine>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(increases)

/** `3.78%`; nothing where there is nothing to compare. */
const percentText = (from: number | null, to: number | null): string => {
  const percent = from && to !== null ? percentIncrease(from, to) : null
  return percent === null ? '' : `${percent.toFixed(2)}%`
}

const own = [
  col.text('Type', (line) => rentIncreaseTypes[line.rentIncreaseTypeId], { width: 90 }),
  col.date('Rents from', (line) => line.rentEffectiveDate, { width: 110 }),
  col.money('Rents a month', (line) => line.currentRents, { width: 130 }),
  col.text('Asked for', (line) => percentText(line.currentRents, line.requestedRents), { width: 95 }),
  col.text('Approved', (line) => (line.statusId === 5 ? percentText(line.currentRents, line.approvedRents) : ''), {
    width: 95,
  }),
]

/** Columns of the queue over all properties. */
export const queueColumns = [number, subject, status, submitted, age, ...own, analyst, company, decided]
/** Columns of one property's requests. */
export const propertyColumns = [number, status, ...own, submitted, decided]
