import type { z } from 'zod'
import { statusTone } from '#ui/frame/StatusChip.tsx'
import { type Column, columns } from '#ui/table/columns.tsx'
import { openPath } from '../model/review.ts'
import type { SharedSortName, StandingLine } from '../model/shapes.ts'
import { analystColumn } from './Analyst.tsx'
import { anyReview } from './pages.ts'
import { capitalize } from './words.ts'

/** The columns that lists of filed records share, by name. */
export const standingColumns = <Line extends StandingLine>(declared: ReviewOfLines<Line>) => {
  const review = anyReview(declared)
  const col = columns<Line, SharedSortName>()
  const open = (line: Line) => openPath(review, line)
  return {
    number: col.link(capitalize(review.noun), (line) => line.requestNumber, open, {
      width: 90,
      served: 'number',
    }),
    subject: col.link(
      'propertyId' in review.entity.fields ? 'Property' : 'Company',
      (line) => line.subject,
      review.routes.owner ?? open,
      { width: 188, served: 'subject' },
    ),
    status: col.chip(
      'Status',
      (line) => line.statusLabel,
      (line) => statusTone(line.statusId),
      { width: 190, served: 'status' },
    ),
    submitted: col.date('Submitted', (line) => line.submitted, { width: 100, served: 'submitted' }),
    age: col.number('Age in days', (line) => line.ageDays, { width: 70, served: 'age' }),
    analyst: analystColumn<Line>(125),
    decided: col.date('Decided', (line) => line.decided, { width: 105, lesser: true, served: 'decided' }),
    company: col.text('Management company', (line) => line.companyName, {
      width: 220,
      lesser: true,
      served: 'company',
    }),
  }
}

/** The shared columns of a list with the subject's own columns between them. */
export function columnsWith<Line extends StandingLine>(
  declared: ReviewOfLines<Line>,
  columns: readonly Column<Line>[],
) {
  const { number, subject, status, submitted, age, analyst, company, decided } = standingColumns(declared)
  return [number, subject, status, submitted, age, ...columns, analyst, company, decided]
}

/** A declared review whose lists have such lines. */
type ReviewOfLines<Line> = { calls: { list: { answer: z.ZodType<readonly Line[]> } } }
