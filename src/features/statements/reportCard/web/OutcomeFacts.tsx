import { Letters } from '#core/correspondence/letters/web/index.ts'
import { statements } from '#features/statements/annualStatement/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { isDecided } from '#kernel/model/status.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { getByAfsId } from '../model/calls.ts'
import { CoverageHistory } from './CoverageHistory.tsx'

export type Outcome = Answer<typeof getByAfsId>
type Finding = Outcome['findings'][number]
const col = columns<Finding>()
const findingColumns = [
  col.text('Finding', (item) => item.title, { width: 420 }),
  col.text('Kind', (item) => (item.kind === 'cure' ? 'To cure' : 'Observation'), { width: 110 }),
  col.text('What cures it', (item) => item.needs, { width: 300 }),
  col.date('Cure by', (item) => item.cureBy, { width: 105 }),
  col.date('Cured', (item) => item.curedOn, { width: 105 }),
]

/** The view for companies: the outcome and, once it is decided, findings and letters. */
export function OutcomeFacts({ outcome }: { outcome: Outcome }) {
  const decided = isDecided(outcome.statusId)
  return (
    <>
      {!decided && <p>The agency’s findings are shown here once the statement is decided.</p>}
      {decided && (
        <DataTable
          caption="Findings"
          rows={outcome.findings}
          columns={findingColumns}
          rowKey={(item) => item.title}
          plain
          height="none"
          empty="No findings."
        />
      )}
      <CoverageHistory propertyId={outcome.propertyId} />
    </>
  )
}

/** The letters of the statement that were sent. */
export function SentLetters({ afsId }: { afsId: number }) {
  const letters = useCall(statements.calls.letters, { params: { id: afsId } })
  return <Letters letters={letters} />
}
