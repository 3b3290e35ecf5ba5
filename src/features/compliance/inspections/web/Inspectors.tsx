import type { InspectorLine } from '../model/planCalls.ts'
import styles from './inspections.module.css'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const sum = (lines: readonly InspectorLine[], read: (line: InspectorLine) => number): number =>
  lines.reduce((total, line) => total + read(line), 0)

/**
 * A table of the inspectors by month: planned visits of the capacity minus leave. A cell over capacity is
 * red.
 */
export function Inspectors({
  inspectors,
  year,
  due,
}: {
  inspectors: readonly InspectorLine[]
  year: number
  due: number
}) {
  if (inspectors.length === 0) return <p>No inspector is on the list yet.</p>
  const planned = sum(inspectors, (line) =>
    sum([line], (inspector) => inspector.months.reduce((all, { planned: n }) => all + n, 0)),
  )
  return (
    <div className={styles.inspectors}>
      <table>
        <caption className="visually-hidden">{`Inspectors ${year}: visits planned of what each can do, less leave`}</caption>
        <thead>
          <tr>
            <th scope="col">Inspector</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col">Year</th>
          </tr>
        </thead>
        <tbody>
          {inspectors.map((line, index) => (
            <InspectorRow key={line.complianceInspectorId} line={line} name={`I${index + 1}`} year={year} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{`All: ${planned} planned, ${due} to visit`}</th>
            {MONTHS.map((month, index) => (
              <LoadCell
                key={month}
                planned={sum(inspectors, (line) => line.months[index]?.planned ?? 0)}
                capacity={sum(inspectors, (line) => line.months[index]?.capacity ?? 0)}
              />
            ))}
            <td>{planned}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

const InspectorRow = ({ line, name, year }: { line: InspectorLine; name: string; year: number }) => (
  <tr>
    <th scope="row">
      <b>{name}</b> {line.name} <small>{line.homeOffice}</small>
    </th>
    {line.months.map((month, index) => (
      <LoadCell
        key={MONTHS[index]}
        {...month}
        at={{ month: `${year}-${String(index + 1).padStart(2, '0')}-01`, whose: line.complianceInspectorId }}
      />
    ))}
    <td>{line.months.reduce((all, { planned: n }) => all + n, 0)}</td>
  </tr>
)

type DropTarget = { month: string; whose: number }

/**
 * A cell with planned visits and capacity of one inspector, or of all, in a month. A visit dropped on an
 * inspector’s cell is planned for that month and inspector.
 */
const LoadCell = ({ planned, capacity, at }: { planned: number; capacity: number; at?: DropTarget }) => (
  <td
    data-over={planned > capacity || undefined}
    data-month={at?.month}
    data-whose={at?.whose}
    title={planned > capacity ? 'More than can be done' : undefined}
  >
    {capacity === 0 && planned === 0 ? 'out' : `${planned}/${capacity}`}
  </td>
)
