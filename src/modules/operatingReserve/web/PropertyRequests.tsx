import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import { allowModuleRequest } from '#ground/tasks/model/index.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { useCall } from '#kernel/web/queries.ts'
import { keyOf, openPath } from '#review/model/index.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getPropertyList } from '../model/calls.ts'
import { facts } from '../model/facts.ts'
import { OPERATING_MODULE, operatingRequests } from '../model/operating.ts'
import { queueColumns } from './columns.ts'

const columns = queueColumns.filter(({ label }) => label !== 'Property')

/** The requests of one property, with what its reserve for running costs holds. */
export default function PropertyRequests() {
  const { projectId } = useNumericParams('projectId')
  const requests = useCall(operatingRequests.calls.ofProperty, { params: { propertyId: projectId } })
  const filing = useCall(allowModuleRequest, { params: { propertyId: projectId, moduleId: OPERATING_MODULE } })
  const property = useCall(getPropertyList, {}).find((one) => one.propertyId === projectId)
  return (
    <Screen
      title="Operating reserve"
      breadcrumbs={[{ label: 'Operating reserve', to: facts.queue }]}
      actions={
        filing.allowed &&
        property && (
          <Button component={Link} to={`/OperatingReserve/0/${projectId}`}>
            New request
          </Button>
        )
      }
    >
      {filing.reasons.length > 0 && (
        <Alert color="blue" title="No request can be filed here">
          {filing.reasons.join(' ')}
        </Alert>
      )}
      {property ? (
        <Facts facts={[{ label: 'Balance of such reserves', value: formatMoney(property.balance) }]} />
      ) : (
        <p>The agency holds no reserve for running costs of this property.</p>
      )}
      <DataTable
        caption="Requests"
        rows={requests}
        columns={columns}
        rowKey={(line) => keyOf(operatingRequests.entity, line)}
        to={(line) => openPath(operatingRequests, line)}
        height="none"
        csvName="operating-reserve-requests"
        initialSort={{ sortBy: 'Submitted', descending: true }}
        empty="No requests yet."
      />
    </Screen>
  )
}
