import { Alert, Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { allowModuleRequest } from '#core/portfolio/tasks/model/index.ts'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { Facts } from '#ui/frame/Facts.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getMultiNavList } from '../model/calls.ts'
import { DISTRIBUTION_MODULE, facts, NO_STATEMENT } from '../model/facts.ts'
import { requests } from '../model/requests.ts'
import { propertyColumns } from './columns.ts'
import { RequestDistributionButton } from './RequestDistributionButton.tsx'

/** The distribution requests of one property, and the button for the next one on its newest statement. */
export default function PropertyRequests() {
  const { propertyId = 0 } = useNumericParams('propertyId')
  const rows = useCall(requests.calls.ofProperty, { params: { propertyId } })
  const property = useCall(getMultiNavList, {}).find((item) => item.propertyId === propertyId)
  const filing = useCall(allowModuleRequest, { params: { propertyId, moduleId: DISTRIBUTION_MODULE } })
  const { afsId = null, year = null } = property ?? {}
  return (
    <Screen
      title="Distribution requests"
      {...(property ? { of: property.name } : {})}
      breadcrumbs={[{ label: 'Distribution requests', to: facts.multi }]}
      actions={
        filing.allowed &&
        afsId !== null &&
        year !== null && <RequestDistributionButton afsId={afsId} year={year} propertyId={propertyId} />
      }
    >
      {filing.reasons.length > 0 && (
        <Alert color="blue" title="No distribution can be asked for here">
          {filing.reasons.join(' ')}
        </Alert>
      )}
      <NewestStatement property={property} />
      <DataTable
        caption="Distribution requests"
        rows={rows}
        columns={propertyColumns}
        rowKey={(line) => getReviewKey(requests.entity, line)}
        to={(line) => openPath(requests, line)}
        height="none"
        csvName="distribution-requests"
        initialSort={{ sortBy: 'Submitted', descending: true }}
        empty="No requests yet."
      />
    </Screen>
  )
}

/** Shows the statement on which the next distribution can be requested. */
function NewestStatement({ property }: { property: Answer<typeof getMultiNavList>[number] | undefined }) {
  if (!property?.afsId) return <p>{NO_STATEMENT}</p>
  const { afsId, year, propertyId, statementLabel } = property
  return (
    <Facts
      line
      facts={[
        {
          label: 'Newest statement',
          value: <Link to={`/afs/view/${year}/${propertyId}`}>{`${year}, ${statementLabel}`}</Link>,
        },
        {
          label: 'Available on it',
          value: (
            <Anchor component={Link} to={`/afs/review/computationdistribution/${afsId}`}>
              Computation of distributions {year}
            </Anchor>
          ),
        },
      ]}
    />
  )
}
