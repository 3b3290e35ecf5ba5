import { Link } from 'react-router'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { ComparedLine, RecordComparison } from '../model/comparison.ts'
import { formatCoverage, formatRatio } from '../model/figures.ts'
import styles from './program2013.module.css'

const col = columns<ComparedLine>()
const formatPercent = (points: number | null | undefined): string =>
  points == null ? '' : `${points > 0 ? '+' : ''}${points.toFixed(1).replace('-', '−')}%`

const tableColumns = [
  col.text('Section', (line) => line.section, { width: 130 }),
  col.text('Line', (line) => `${line.code} ${line.name}`, { width: 260 }),
  col.money('2013 record', (line) => line.baseline, { width: 140 }),
  col.money('Budget', (line) => line.budget, { width: 140 }),
  col.money('Statement', (line) => line.statement, { width: 140 }),
  col.money('Above the record', (line) => line.change, { width: 150 }),
  col.number('Above, percent', (line) => line.changePercent, { width: 120, format: formatPercent }),
]

type Source = RecordComparison['budget']
const SourceLink = ({ source, word }: { source: Source; word: string }) =>
  source ? (
    <>
      {word} <Link to={source.path}>{source.requestNumber}</Link> ({source.statusLabel})
    </>
  ) : (
    <>no {word}</>
  )

/**
 * Shows a record compared with the budget and statement of a year: each line, the results, and both ratios.
 */
export function Comparison({ compared }: { compared: RecordComparison }) {
  const { year, budget, statement, ratios, lines } = compared
  if (year === null)
    return (
      <p>Nothing to compare with yet: no budget of this property is approved and no statement submitted.</p>
    )
  return (
    <>
      <p>
        {compared.recordType} record of {compared.recordYear} compared with the books of {year}:{' '}
        <SourceLink source={budget} word="budget" />, <SourceLink source={statement} word="statement" />. The
        right column shows by how much the newer of the two exceeds the record.
      </p>
      <table className={styles.ratios}>
        <caption className="visually-hidden">Ratios</caption>
        <thead>
          <tr>
            <th scope="col">Ratio</th>
            <th scope="col">2013 record</th>
            <th scope="col">Budget</th>
            <th scope="col">Statement</th>
          </tr>
        </thead>
        <tbody>
          {ratios.map(({ label, ...of }) => {
            const text = (value: number | null, has: unknown) =>
              !has ? '' : label === 'Debt coverage' ? formatCoverage(value) : formatRatio(value)
            return (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{text(of.baseline, true)}</td>
                <td>{text(of.budget, budget)}</td>
                <td>{text(of.statement, statement)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <DataTable
        caption="Line by line"
        rows={lines}
        columns={tableColumns}
        rowKey={(line) => line.code}
        height="none"
        csvName={`2013-comparison-${compared.program2013Id}`}
        plain
      />
    </>
  )
}
