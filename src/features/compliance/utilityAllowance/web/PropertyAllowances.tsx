import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { PropertyScreen } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { allowances } from '../model/allowances.ts'
import { getCurrentAllowances, getRequiredNonPhaUtilityAllowances } from '../model/calls.ts'
import { pages } from './pages.tsx'

type CurrentAllowance = Answer<typeof getCurrentAllowances>[number]

const currentColumn = columns<CurrentAllowance>()
const buildAllowanceColumns = (expiry: string) => [
  currentColumn.text('Unit type', (item) => item.unitType, { width: 200 }),
  currentColumn.money('Allowance', (item) => item.utilityAllowance, { width: 120 }),
  currentColumn.date('Effective', (item) => item.effectiveDate, { width: 120 }),
  currentColumn.date(expiry, (item) => item.expiresOn, { width: 120 }),
]
const currentColumns = buildAllowanceColumns('Expires')
const expiredColumns = buildAllowanceColumns('Expired')
const documentColumn = columns<Answer<typeof getRequiredNonPhaUtilityAllowances>[number]>()
const documentColumns = [
  documentColumn.text('Unit type', (item) => item.unitType, { width: 200 }),
  documentColumn.text('Source', (item) => item.source, { width: 240 }),
  documentColumn.date('Effective', (item) => item.effectiveDate, { width: 120 }),
  documentColumn.chip(
    'Document',
    (item) => (item.onFile ? 'On file' : 'Missing'),
    (item) => (item.onFile ? 'green' : 'red'),
    { width: 110 },
  ),
]

/** The screen of one property's allowances: those in effect, the documents they require, and all quarters. */
export default function PropertyAllowances() {
  const { projectId } = useNumericParams('projectId')
  const params = { projectId }
  const currentAllowances = useCall(getCurrentAllowances, { params })
  const allowancesInForce = currentAllowances.filter(({ isExpired }) => !isExpired)
  const expiredAllowances = currentAllowances.filter(({ isExpired }) => isExpired)
  const requiredDocuments = useCall(getRequiredNonPhaUtilityAllowances, { params })
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
        rows={allowancesInForce}
        columns={currentColumns}
        rowKey={(item) => item.projectRoomTypeId}
        plain
        height="none"
        empty={
          expiredAllowances.length > 0
            ? 'No approved allowance is in force; all have expired.'
            : 'No allowance is approved yet; the ones entered with the rents count.'
        }
      />
      {expiredAllowances.length > 0 && <ExpiredAllowances rows={expiredAllowances} />}
      {requiredDocuments.length > 0 && (
        <>
          <h2>Documents of sources</h2>
          <DataTable
            caption="Documents of sources"
            rows={requiredDocuments}
            columns={documentColumns}
            rowKey={(item) => `${item.projectRoomTypeId} ${item.source}`}
            plain
            height="none"
          />
        </>
      )}
    </PropertyScreen>
  )
}

/** The last approved allowances that have expired. */
const ExpiredAllowances = ({ rows }: { rows: readonly CurrentAllowance[] }) => (
  <>
    <h2>Expired</h2>
    <p>Rents are compared with these until newer allowances are approved.</p>
    <DataTable
      caption="Expired allowances"
      rows={rows}
      columns={expiredColumns}
      rowKey={(item) => item.projectRoomTypeId}
      plain
      height="none"
    />
  </>
)
