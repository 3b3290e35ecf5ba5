import { formatDate } from '#kernel/model/dates.ts'
import { columns } from '#ui/table/DataTable.tsx'
import type { BoardLine } from '../model/calls.ts'
import type { InspectorLine } from '../model/planCalls.ts'
import { getInspectionPath, inspectionStatusLabels } from '../model/rules.ts'
import { BoardMonth } from './BoardMonth.tsx'
import styles from './inspections.module.css'
import { getDueTone, getStatusTone } from './words.ts'

const col = columns<BoardLine>()

/**
 * Returns the path that a line links to: its inspection, or the inspections of its property if none is
 * planned.
 */
export const getLinePath = ({ complianceInspectionId, propertyId }: BoardLine): string =>
  complianceInspectionId === null
    ? `/inspection/list/${propertyId}`
    : getInspectionPath(complianceInspectionId)

const MONTHS = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D']
const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
]
const monthNames = [...names, 'November', 'December']

const baseColumns = [
  col.link('Property', (line) => [line.propertyName, line.city].filter(Boolean).join(', '), getLinePath, {
    width: 215,
  }),
  col.text('County', (line) => line.countyName?.replace(/ County$/, ''), { width: 85 }),
  col.number('Units', (line) => line.lowIncomeUnits, { width: 50, card: 'none' }),
  col.number('Sample', (line) => line.sample, { width: 62 }),
  col.chip(
    'Why',
    (line) => line.label,
    (line) => getDueTone(line.kind),
    { width: 72 },
  ),
  col.text('Reason', (line) => line.words, { width: 150 }),
  col.number('Last', (line) => line.lastScore, { width: 45 }),
  col.node(
    'Due by',
    (line) => (
      <span className={styles.due} data-late={line.overdue || undefined}>
        {formatDate(line.dueBy, 'MM/DD/YYYY')}
      </span>
    ),
    { width: 90, text: (line) => line.dueBy ?? '' },
  ),
]
const companyColumns = [
  col.chip(
    'State',
    (line) => (line.statusId === null ? 'Due' : inspectionStatusLabels[line.statusId]),
    (line) => getStatusTone(line.statusId),
    {
      width: 130,
    },
  ),
  col.date('Day of the visit', (line) => line.visitedOn ?? line.scheduledOn, { width: 120 }),
]

/**
 * Returns the columns of the board. With inspectors, each month has a column; without, as for companies,
 * there are state and day.
 */
export function getBoardColumns(inspectors: readonly InspectorLine[] | null, year: number, plans = false) {
  if (inspectors === null) return [...baseColumns, ...companyColumns]
  const column = col.text('Who', (line) => line.inspectorName, { width: 90 })
  const months = MONTHS.map((label, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`
    return col.node(
      label,
      (line) => <BoardMonth line={line} month={month} inspectors={inspectors} plans={plans} />,
      {
        id: `${monthNames[index]}`,
        width: 30,
        card: 'none',
      },
    )
  })
  return [...baseColumns, column, ...months]
}
