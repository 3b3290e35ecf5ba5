import type { z } from 'zod'
import { analystColumn, standingColumns } from '#engines/review/web/index.ts'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import type { getReviewListByYear } from '../model/calls.ts'
import { type ListLine, statements } from '../model/statements.ts'

const col = columns<ListLine>()
const { number, subject, status, submitted, age, analyst, decided, company } = standingColumns(statements)
const year = col.text('Year', (line) => String(line.year), { width: 70, served: 'year' })
const figures = [
  col.money('Total assets', (line) => line.assets, { width: 130, lesser: 'inQueues', served: 'assets' }),
  col.money('Revenue', (line) => line.revenue, { width: 106, served: 'revenue' }),
  col.money('Net profit', (line) => line.netIncome, { width: 106, served: 'netIncome' }),
]

/** The columns of the work queue. */
export const queueColumns = [
  number,
  subject,
  year,
  status,
  submitted,
  age,
  ...figures,
  analyst,
  company,
  decided,
]
/** The columns of the list of one property's statements. */
export const propertyColumns = [year, number, status, ...figures, submitted, decided]

export type ReviewLine = z.infer<typeof getReviewListByYear.answer>[number]
export const getAnnualStatementPath = ({ year: of, propertyId }: { year: number; propertyId: number }) =>
  `/afs/view/${of}/${propertyId}`

const reviewCol = columns<ReviewLine>()
const reviewColumns = {
  property: reviewCol.link('Property', (line) => line.propertyName, getAnnualStatementPath, { width: 240 }),
  year: reviewCol.link('Year', (line) => String(line.year), getAnnualStatementPath, { width: 80 }),
  status: reviewCol.chip(
    'Status',
    (line) => line.statusLabel,
    (line) => statusTone(line.statusId ?? 0),
    { width: 170 },
  ),
  due: reviewCol.date('Due', (line) => line.dueDate, { width: 105 }),
  submitted: reviewCol.date('Submitted', (line) => line.submitted, { width: 105 }),
  type: reviewCol.text('Type', (line) => line.statementType, { width: 110, lesser: 'inQueues' }),
  opinion: reviewCol.text('Opinion', (line) => line.opinion, { width: 120 }),
  revenue: reviewCol.money('Revenue', (line) => line.totals?.revenue ?? null, { width: 125 }),
  netIncome: reviewCol.money('Net profit', (line) => line.totals?.netIncome ?? null, { width: 125 }),
  analyst: analystColumn<ReviewLine>(150),
  company: reviewCol.text('Management company', (line) => line.companyName, { width: 230, lesser: true }),
}
const { property, company: ofCompany, ...singlePropertyColumns } = reviewColumns
/** `yearColumns` is for the list of all properties in a year, `yearsColumns` for that of one property. */
export const yearColumns = [
  property,
  reviewColumns.status,
  reviewColumns.due,
  reviewColumns.submitted,
  reviewColumns.type,
  reviewColumns.opinion,
  reviewColumns.revenue,
  reviewColumns.netIncome,
  reviewColumns.analyst,
  ofCompany,
]
export const yearsColumns = Object.values(singlePropertyColumns)
