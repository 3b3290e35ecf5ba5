import { TaskType } from '#ground/portfolio/tasks/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { PropertyScreen } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { allowances } from '../model/allowances.ts'
import { getInForce, getRequiredNonPhaUtilityAllowances } from '../model/calls.ts'
import { pages } from './pages.tsx'

const now = columns<Answer<typeof getInForce>[number]>()
const inForce = [
  now.text('Unit type', (one) => one.unitType, { width: 200 }),
  now.money('Allowance', (one) => one.utilityAllowance, { width: 120 }),
  now.date('Effective', (one) => one.effectiveDate, { width: 120 }),
  now.date('Expires', (one) => one.expiresOn, { width: 120 }),
]
const asked = columns<Answer<typeof getRequiredNonPhaUtilityAllowances>[number]>()
const required = [
  asked.text('Unit type', (one) => one.unitType, { width: 200 }),
  asked.text('Source', (one) => one.source, { width: 240 }),
  asked.date('Effective', (one) => one.effectiveDate, { width: 120 }),
  asked.chip(
    'Document',
    (one) => (one.onFile ? 'On file' : 'Missing'),
    (one) => (one.onFile ? 'green' : 'red'),
    { width: 110 },
  ),
]

/** One property's allowances: what holds now and until when, which documents are asked for, and every quarter. */
export default function PropertyAllowances() {
  const { projectId } = useNumericParams('projectId')
  const params = { projectId }
  const nowInForce = useCall(getInForce, { params })
  const papers = useCall(getRequiredNonPhaUtilityAllowances, { params })
  return (
    <PropertyScreen
      review={allowances}
      propertyId={projectId}
      moduleId={TaskType.UtilityAllowance}
      title="Utility allowances"
      columns={pages.columns}
      noun="quarter"
    >
      <h2>Approved and in force</h2>
      <DataTable
        caption="Approved and in force"
        rows={nowInForce}
        columns={inForce}
        rowKey={(one) => one.projectRoomTypeId}
        plain
        height="none"
        empty="No allowance is approved yet; the ones entered with the rents count."
      />
      {papers.length > 0 && (
        <>
          <h2>Documents of sources</h2>
          <DataTable
            caption="Documents of sources"
            rows={papers}
            columns={required}
            rowKey={(one) => `${one.projectRoomTypeId} ${one.source}`}
            plain
            height="none"
          />
        </>
      )}
    </PropertyScreen>
  )
}
