import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { PropertyTable, propertyColumns } from '#core/portfolio/properties/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { getMultiNavList } from '../model/calls.ts'
import { facts } from '../model/facts.ts'

const col = columns<Answer<typeof getMultiNavList>[number]>()
const to = (propertyId: number) => `/DistributionRequest/list/single/${propertyId}`
const statementColumns = propertyColumns(to, [
  col.text('Statement', (row) => String(row.year ?? ''), { width: 100 }),
  col.text('Its status', (row) => row.statementLabel, { width: 140 }),
  col.money('Asked for on it', (row) => row.requested, { total: true, width: 140 }),
  col.money('Approved on it', (row) => row.approved, { total: true, width: 140 }),
  col.number('Open requests', (row) => row.openRequests, { total: true, width: 120 }),
  col.date('Last approved', (row) => row.lastApproved, { width: 120 }),
])

/** The list of all properties the user may see, each with its newest statement and the requests on it. */
export default function MultiList() {
  const agency = useIsAgency()
  return (
    <Screen
      title="Distribution requests"
      actions={
        agency && (
          <Anchor component={Link} to={facts.queue}>
            Requests to review, and by year
          </Anchor>
        )
      }
    >
      <PropertyTable
        caption="Properties and their distributions"
        rows={useCall(getMultiNavList, {})}
        columns={statementColumns}
        to={to}
        csvName="distributions"
        empty="No property with a submitted statement is open to you."
      />
    </Screen>
  )
}
