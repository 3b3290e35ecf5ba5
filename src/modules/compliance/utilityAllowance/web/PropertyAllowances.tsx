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
  now.text('Unit type', (item) => item.unitType, { width: 200 }),
  now.money('Allowance', (item) => item.utilityAllowance, { width: 120 }),
  now.date('Effective', (item) => item.effectiveDate, { width: 120 }),
  now.date('Expires', (item) => item.expiresOn, { width: 120 }),
]
const query = columns<Answer<typeof getRequiredNonPhaUtilityAllowances>[number]>()
const required = [
  query.text('Unit type', (item) => item.unitType, { width: 200 }),
  query.text('Source', (item) => item.source, { width: 240 }),
  query.date('Effective', (item) => item.effectiveDate, { width: 120 }),
  query.chip(
    'Document',
    (item) => (item.onFile ? 'On file' : 'Missing'),
    (item) => (item.onFile ? 'green' : 'red'),
    { width: 110 },
  ),
]

/**
 * One property's allowances: what holds now and until when, which documents are asked for, and every quarter.
 */
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
        rowKey={(item) => item.projectRoomTypeId}
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
            rowKey={(item) => `${item.projectRoomTypeId} ${item.source}`}
            plain
            height="none"
          />
        </>
      )}
    </PropertyScreen>
  )
}
