import { formatCell, getFactSheetNote, isNumeric, type SheetPart, type SheetRow } from '../model/sheet.ts'
import { Chart } from './Chart.tsx'
import styles from './FactSheet.module.css'

/** Shows a part of the sheet as a line chart, as a table, or as a list if its columns have no headings. */
export function Part({ part }: { part: SheetPart }) {
  const { title, rows, empty } = part
  const note = getFactSheetNote(part)
  return (
    <section aria-label={title} className={styles.part}>
      <div className={styles.title}>
        <h3>{title}</h3>
        {note && <span>{note}</span>}
      </div>
      {rows.length === 0 ? <p className={styles.more}>{empty}</p> : <Content part={part} />}
    </section>
  )
}

function Content({ part }: { part: SheetPart }) {
  if (part.place === 'chart') return <Chart part={part} />
  return part.columns.some(({ label }) => label !== '') ? <Table part={part} /> : <FactList part={part} />
}

const getCellText = ({ columns }: SheetPart, { cells, total }: SheetRow, index: number): string =>
  total && cells[index] === null ? '' : formatCell(cells[index] ?? null, columns[index]?.kind ?? 'text')

function FactList({ part }: { part: SheetPart }) {
  return (
    <dl className={styles.facts}>
      {part.rows.map((row, index) => (
        <div key={index}>
          <dt>{getCellText(part, row, 0)}</dt>
          <dd data-alert={row.alert || undefined}>{getCellText(part, row, 1)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Table({ part }: { part: SheetPart }) {
  const { columns, rows, title } = part
  return (
    <table className={styles.table} aria-label={title}>
      <thead>
        <tr>
          {columns.map(({ label, kind }) => (
            <th key={label} scope="col" data-numeric={isNumeric(kind) || undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index} data-alert={row.alert || undefined} data-total={row.total || undefined}>
            {columns.map(({ label, kind }, index) => (
              <td key={label} data-numeric={isNumeric(kind) || undefined}>
                {getCellText(part, row, index)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
