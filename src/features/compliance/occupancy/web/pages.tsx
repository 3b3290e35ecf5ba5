import { formatOccupancy } from '#core/portfolio/occupancy/model/index.ts'
import { columnsWith, type ListingOf, type PagesOf } from '#engines/review/web/index.ts'
import { formatDate, monthName } from '#kernel/model/dates.ts'
import { later } from '#ui/frame/later.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { type MonthLine, occupancies } from '../model/occupancies.ts'
import { computeOccupancyPercent, getOccupancyTotals } from '../model/rooms.ts'
import { describeSubmission } from '../model/submission.ts'
import { formLines } from './formLines.ts'
import { MonthForm } from './MonthForm.tsx'

const col = columns<MonthLine>()

/** The form, facts and list columns of occupancy months on the review screens. */
export const pages: PagesOf<typeof occupancies> & ListingOf<typeof occupancies> = {
  Form: MonthForm,
  formLines,
  title: (detail) => `Occupancy, ${monthName(detail.periodDate)}`,
  submission: describeSubmission,
  facts: (detail) => [
    { label: 'Month', value: monthName(detail.periodDate) },
    { label: 'Due', value: detail.dueDate ? formatDate(detail.dueDate, 'MM/DD/YYYY') : 'no task' },
    { label: 'Occupancy', value: formatOccupancy(computeOccupancyPercent(getOccupancyTotals(detail.rooms))) },
    {
      label: 'Month before',
      value: detail.last ? formatOccupancy(computeOccupancyPercent(detail.last)) : 'not reported',
    },
    ...(detail.whyBelow ? [{ label: 'Why', value: detail.whyBelow, wide: true }] : []),
    ...(detail.stepsTaken ? [{ label: 'Steps taken', value: detail.stepsTaken, wide: true }] : []),
    ...(detail.inquiries === null ? [] : [{ label: 'Inquiries', value: String(detail.inquiries) }]),
    ...(detail.applications === null ? [] : [{ label: 'Applications', value: String(detail.applications) }]),
    ...(detail.comments ? [{ label: 'Comments', value: detail.comments, wide: true }] : []),
  ],
  Filed: later(async () => (await import('./MonthReading.tsx')).MonthReading),
  columns: columnsWith(occupancies, [
    col.month('Period', (line) => line.periodDate, { width: 130, served: 'periodDate' }),
    col.number('Units', (line) => line.units, { width: 75, served: 'units' }),
    col.number('Vacant', (line) => line.vacantUnits, { width: 80, served: 'vacantUnits' }),
    col.number('Occupancy', (line) => line.occupancy, {
      width: 100,
      served: 'occupancy',
      format: (points) => formatOccupancy(points ?? null),
    }),
    col.number('In', (line) => line.moveIns, { width: 65, served: 'moveIns' }),
    col.number('Out', (line) => line.moveOuts, { width: 65, served: 'moveOuts' }),
    col.number('Waiting', (line) => line.waitingList, { width: 85, served: 'waitingList' }),
  ]),
}
