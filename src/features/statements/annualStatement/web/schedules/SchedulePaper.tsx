import { Fragment, type ReactNode, Suspense } from 'react'
import { financialInstitutions } from '#core/money/financialInstitutions/model/index.ts'
import { createColumnReader } from '#engines/worksheet/model/index.ts'
import { formatMoney, fromCents } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { displayValue } from '#ui/form/display.ts'
import { getFieldFacts } from '#ui/form/metadata.ts'
import {
  chartOfLines,
  describeFormula,
  getAddends,
  getAnnualStatementLabel,
  getAnnualStatementMoney,
  getAnnualStatementSchedule,
  getCents,
  type Part,
  type Schedule,
  type ScheduleRow,
} from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'
import { getComputedColumnsInRow, getEntryColumns, getOrigins } from './columns.ts'

const money = (cents: number) => formatMoney(fromCents(cents))
const hasValue = (value: unknown) => value !== null && value !== undefined && value !== '' && value !== false

/** A printed schedule: every line with its figures and their origins, the totals, and the formulas. */
export function SchedulePaper({ part, detail }: { part: Part; detail: Detail }) {
  const schedule = getAnnualStatementSchedule(part)
  return (
    <>
      {schedule.lines ? (
        <FixedLines part={part} detail={detail} />
      ) : (
        <ListedLines part={part} detail={detail} />
      )}
      {Object.entries(schedule.computed).map(([name, { label }]) => (
        <p key={name}>
          {label} {describeFormula(schedule, name)}
        </p>
      ))}
    </>
  )
}

type ScheduleProps = { part: Part; detail: Detail }
type Row = {
  key: string
  heading?: string
  label: string
  cents: number[]
  below?: ReactNode
  total?: boolean
}

const Table = ({ schedule, columns, rows }: { schedule: Schedule; columns: string[]; rows: Row[] }) => (
  <table>
    <thead>
      <tr>
        <th>{schedule.noun}</th>
        {columns.map((name) => (
          <th key={name} data-number>
            {getAnnualStatementLabel(schedule, name)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ key, heading, label, cents, below, total }) => (
        <Fragment key={key}>
          {heading && (
            <tr>
              <th colSpan={columns.length + 1}>{heading}</th>
            </tr>
          )}
          <tr data-total={total || undefined}>
            <td>{label}</td>
            {cents.map((figure, index) => (
              <td key={columns[index]} data-number>
                {money(figure)}
              </td>
            ))}
          </tr>
          {below && (
            <tr>
              <td colSpan={columns.length + 1} data-further>
                {below}
              </td>
            </tr>
          )}
        </Fragment>
      ))}
    </tbody>
  </table>
)

/**
 * The table of a schedule with fixed lines, in their order and with their totals. Lines of zeros are left
 * out.
 */
function FixedLines({ part, detail }: ScheduleProps) {
  const schedule = getAnnualStatementSchedule(part)
  const chart = chartOfLines(schedule.lines ?? [])
  const entryColumns = Object.keys(schedule.columns)
  const reads = new Map(
    entryColumns.map((name) => [name, createColumnReader(chart, detail[part] as never[], name)]),
  )
  const columns = [...entryColumns, ...Object.keys(schedule.computed)]
  const rowsByCode = new Map(detail[part].map((row) => [String(row.code), row]))
  const rows = chart.accounts.map(({ code, name: label, formula }): Row => {
    const row = rowsByCode.get(code)
    const cents = columns.map((name) =>
      Object.entries(getAddends(schedule, name)).reduce(
        (sum, [of, sign]) => sum + sign * reads.get(of)!(code),
        0,
      ),
    )
    const below = row && getOrigins(part, row, row, detail).map(({ value }) => value)
    return { key: code, label: `${code} ${label}`, cents, below: below?.join(' · '), total: formula !== null }
  })
  const isEmpty = (row: Row) => row.cents.every((figure) => figure === 0)
  const headings = new Map<string, string>()
  let heading: string | undefined
  for (const row of rows) {
    heading = schedule.lines?.find((line) => line.code === row.key)?.heading ?? heading
    if (isEmpty(row) || heading === undefined) continue
    headings.set(row.key, heading)
    heading = undefined
  }
  const visibleRows = rows
    .filter((row) => !isEmpty(row))
    .map((row) => ({ ...row, heading: headings.get(row.key) }))
  return <Table schedule={schedule} columns={columns} rows={visibleRows} />
}

/** The table of a schedule with listed lines and their totals. Below each line are its other fields. */
function ListedLines({ part, detail }: ScheduleProps) {
  const schedule = getAnnualStatementSchedule(part)
  const scheduleRows = detail[part] as readonly ScheduleRow[]
  const figures = getAnnualStatementMoney(schedule)
  const columns = [
    ...getEntryColumns(schedule).inRow.filter((name) => figures.includes(name)),
    ...getComputedColumnsInRow(part),
  ]
  const rows = scheduleRows.map(
    (row, index): Row => ({
      key: String(row[schedule.key]),
      label:
        schedule.identityColumns
          .map((name) => row[name])
          .filter(hasValue)
          .join(', ') || `${schedule.noun} ${index + 1}`,
      cents: columns.map((name) => getCents(schedule, row, name)),
      below: <LineDetails part={part} row={row} detail={detail} />,
    }),
  )
  const sums = columns.map((_, index) => rows.reduce((sum, row) => sum + row.cents[index]!, 0))
  const total = { key: 'total', label: 'Total', cents: sums, total: true }
  return <Table schedule={schedule} columns={columns} rows={[...rows, total]} />
}

/** Shows the fields of a line that have no column, and the origins of its figures. */
function LineDetails({ part, row, detail }: ScheduleProps & { row: ScheduleRow }) {
  const schedule = getAnnualStatementSchedule(part)
  const { inRow: inLine, expanded: detailColumns } = getEntryColumns(schedule)
  const fields = [
    ...inLine.filter((name) => !getAnnualStatementMoney(schedule).includes(name)),
    ...detailColumns,
  ].filter((name) => !schedule.identityColumns.includes(name) && hasValue(row[name]))
  const origins = Map.groupBy(getOrigins(part, row, row, detail), ({ value }) => value)
  return (
    <>
      {fields.map((name) => (
        <span key={name}>
          {getAnnualStatementLabel(schedule, name)}:{' '}
          <FieldValue schedule={schedule} name={name} value={row[name]} />
        </span>
      ))}
      {[...origins].map(([words, of]) => (
        <span key={words}>
          {of.map(({ label }) => label).join(', ')}: {words}
        </span>
      ))}
    </>
  )
}

const FieldValue = ({ schedule, name, value }: { schedule: Schedule; name: string; value: unknown }) =>
  name === 'financialInstitutionId' ? (
    <Suspense fallback={null}>
      <Institution id={Number(value)} />
    </Suspense>
  ) : (
    displayValue({ ...getFieldFacts(schedule.columns[name]), plain: true, rounding: false }, value)
  )

function Institution({ id }: { id: number }) {
  return (
    useCall(financialInstitutions.getAll, {}).find((item) => item.financialInstitutionId === id)?.name ??
    String(id)
  )
}
