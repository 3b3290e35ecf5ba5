import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Scrolled } from '#ui/frame/Scrolled.tsx'
import { Section } from '#ui/frame/Section.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getDcrHistory } from '../model/calls.ts'
import styles from './reportCard.module.css'
import { Trend } from './Trend.tsx'

type Line = Answer<typeof getDcrHistory>[number]
const col = columns<Line>()
const coverageColumns = [
  col.text('Year', (line) => String(line.year), { width: 55 }),
  col.money('Net operating income', (line) => line.operatingIncome, { width: 115 }),
  col.money('Custom income', (line) => line.customIncome, { width: 95 }),
  col.money('Reserve deposits', (line) => line.reserveDeposits, { width: 100 }),
  col.money('Debt service', (line) => line.debtService, { width: 105 }),
  col.text('Debt coverage', (line) => line.text, { width: 80 }),
  col.text('Rating', (line) => line.label, { width: 70 }),
  col.text('Statement', (line) => line.statusLabel, { width: 110 }),
]

/** Shows the debt coverage of every year by current figures. */
export const CoverageHistory = ({ propertyId }: { propertyId: number }) => (
  <CoverageLines lines={useCall(getDcrHistory, { params: { propertyId } })} />
)

/** Shows the debt coverage of every year as a chart and as a table. */
export function CoverageLines({ lines }: { lines: readonly Line[] }) {
  return (
    <Section title="Debt coverage through the years">
      {lines.length > 1 && (
        <Scrolled className={styles.history}>
          <Trend values={lines.map((line) => line.coverage)} line={lines[0]?.watch ?? null} wide />
        </Scrolled>
      )}
      <DataTable
        caption="Debt coverage through the years"
        rows={lines}
        columns={coverageColumns}
        rowKey={(line) => line.afsId}
        plain
        height="none"
        empty="No statement yet."
      />
    </Section>
  )
}
