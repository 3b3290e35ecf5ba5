import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Section } from '#ui/frame/Section.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getDcrHistory } from '../model/calls.ts'
import styles from './reportCard.module.css'
import { Trend } from './Trend.tsx'

type Line = Answer<typeof getDcrHistory>[number]
const col = columns<Line>()
const shown = [
  col.text('Year', (line) => String(line.year), { width: 60 }),
  col.money('Net operating income', (line) => line.operatingIncome, { width: 130 }),
  col.money('Custom income', (line) => line.customIncome, { width: 110 }),
  col.money('Reserve deposits', (line) => line.reserveDeposits, { width: 110 }),
  col.money('Debt service', (line) => line.debtService, { width: 120 }),
  col.text('Debt coverage', (line) => line.text, { width: 90 }),
  col.text('Rating', (line) => line.label, { width: 75 }),
  col.text('Statement', (line) => line.statusLabel, { width: 125 }),
]

/** Debt coverage of every year as it stands today. */
export const CoverageHistory = ({ propertyId }: { propertyId: number }) => (
  <CoverageLines lines={useCall(getDcrHistory, { params: { propertyId } })} />
)

/** Debt coverage of every year as a line, and the same in a table. */
export function CoverageLines({ lines }: { lines: readonly Line[] }) {
  return (
    <Section title="Debt coverage through the years">
      {lines.length > 1 && (
        <div className={styles.history}>
          <Trend values={lines.map((line) => line.coverage)} line={lines[0]?.watch ?? null} wide />
        </div>
      )}
      <DataTable
        caption="Debt coverage through the years"
        rows={lines}
        columns={shown}
        rowKey={(line) => line.afsId}
        plain
        height="none"
        empty="No statement yet."
      />
    </Section>
  )
}
