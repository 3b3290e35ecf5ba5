import { dueWords } from '#core/platform/lookups/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import type { getMultipleDashboard } from '../model/calls.ts'
import { getDashboardMonths, monthNames } from '../model/rules.ts'
import { Bar, type BarPart, Legend, MonthColumns } from './Charts.tsx'
import css from './tasks.module.css'

type Figures = Answer<typeof getMultipleDashboard>
type TypeLine = Figures['byType'][number]

const getParts = (line: TypeLine): BarPart[] => [
  { label: 'overdue', count: line.overdue, tone: 'overdue' },
  { label: 'pending', count: line.pending, tone: 'pending' },
  { label: 'submitted', count: line.waiting, tone: 'waiting' },
  { label: 'not due', count: line.notDue, tone: 'notDue' },
]
const computeTotal = (line: TypeLine): number => getParts(line).reduce((sum, part) => sum + part.count, 0)

const formatMonth = (month: string): string =>
  `${monthNames[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`

/** Builds the columns of the chart, including months in which nothing was due. */
function getColumns(byMonth: Figures['byMonth'], today: string) {
  return getDashboardMonths(today).map((month) => {
    const line = byMonth.find((item) => item.month === month) ?? { done: 0, open: 0, overdue: 0 }
    const parts: BarPart[] = [
      { label: 'filed', count: line.done, tone: 'done' },
      { label: 'open', count: line.open, tone: 'pending' },
      { label: 'overdue', count: line.overdue, tone: 'overdue' },
    ]
    return { month, label: formatMonth(month), short: formatMonth(month).slice(0, 3), parts }
  })
}

type TypeChoiceProps = { chosen: number | null; onChoose: (taskTypeId: number) => void }

function TypeTable({ byType, chosen, onChoose }: Pick<Figures, 'byType'> & TypeChoiceProps) {
  const maximum = Math.max(...byType.map(computeTotal))
  return (
    <table className={css.types}>
      <thead>
        <tr>
          <th scope="col">Task</th>
          <th scope="col">
            <span className="visually-hidden">Chart</span>
          </th>
          <th scope="col">{dueWords.overdue}</th>
          <th scope="col">Open in all</th>
        </tr>
      </thead>
      <tbody>
        {byType.map((line) => (
          <tr key={line.taskTypeId}>
            <th scope="row">
              <button
                type="button"
                aria-pressed={chosen === line.taskTypeId}
                onClick={() => onChoose(line.taskTypeId)}
              >
                {line.label}
              </button>
            </th>
            <td>
              <Bar parts={getParts(line)} most={maximum} />
            </td>
            <td>{formatNumber(line.overdue)}</td>
            <td>{formatNumber(computeTotal(line))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * The dashboard's charts: tasks by type, each of which filters the list, and tasks by month of the due date.
 */
export function DashboardCharts({
  byType,
  byMonth,
  today,
  chosen,
  onChoose,
}: Pick<Figures, 'byType' | 'byMonth' | 'today'> & TypeChoiceProps) {
  if (byType.length === 0) return null
  const months = getColumns(byMonth, today)
  const span = `${months.at(0)?.label} to ${months.at(-1)?.label}`
  return (
    <div className={css.halves}>
      <div>
        <h2>Open tasks by type</h2>
        <Legend parts={getParts(byType[0] as TypeLine)} />
        <TypeTable byType={byType} chosen={chosen} onChoose={onChoose} />
      </div>
      <div>
        <h2>By month of the due day</h2>
        <p>{span}. Earlier due dates are counted by type only.</p>
        <Legend
          parts={[
            { label: 'filed', tone: 'done' },
            { label: 'open', tone: 'pending' },
            { label: 'overdue', tone: 'overdue' },
          ]}
        />
        <MonthColumns columns={months} label={`Tasks by month of the due date, ${span}`} />
      </div>
    </div>
  )
}
