import type { InspectorLine } from '../model/planCalls.ts'
import styles from './inspections.module.css'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const sum = (of: readonly InspectorLine[], read: (line: InspectorLine) => number): number =>
  of.reduce((total, line) => total + read(line), 0)

/** Visits planned of what each inspector can do less leave, month by month; over it is red with both numbers. */
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
  const planned = sum(inspectors, (line) => sum([line], (of) => of.months.reduce((all, { planned: n }) => all + n, 0)))
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
            <tr key={line.complianceInspectorId}>
              <th scope="row">
                <b>{`I${index + 1}`}</b> {line.name} <small>{line.homeOffice}</small>
              </th>
              {line.months.map((of, at) => (
                <Load key={MONTHS[at]} {...of} />
              ))}
              <td>{sum([line], (of) => of.months.reduce((all, { planned: n }) => all + n, 0))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{`All: ${planned} planned, ${due} to visit`}</th>
            {MONTHS.map((month, at) => (
              <Load
                key={month}
                planned={sum(inspectors, (line) => line.months[at]?.planned ?? 0)}
                capacity={sum(inspectors, (line) => line.months[at]?.capacity ?? 0)}
              />
            ))}
            <td>{planned}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Load({ planned, capacity }: { planned: number; capacity: number }) {
  return (
    <td data-over={planned > capacity || undefined} title={planned > capacity ? 'More than can be done' : undefined}>
      {capacity === 0 && planned === 0 ? 'out' : `${planned}/${capacity}`}
    </td>
  )
}
