import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { PropertyTable, propertyColumns } from '#core/portfolio/properties/web/index.ts'
import { Queue as ApplicationQueue } from '#engines/review/web/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { columns } from '#ui/table/DataTable.tsx'
import { applications } from '../model/applications.ts'
import { getPropertyList } from '../model/calls.ts'
import { getListPath } from '../model/facts.ts'
import { queueColumns } from './columns.ts'

/**
 * The work queue of all applications the user may see, and all properties, each marked as qualifying or
 * not.
 */
export default function Queue() {
  const agency = useIsAgency()
  return (
    <Screen
      title="Rent gap assistance"
      actions={
        agency && (
          <Anchor component={Link} to="/rentIncrease/RentGapReviewList">
            By year, with the funds
          </Anchor>
        )
      }
    >
      <Views
        views={{
          Applications: <ApplicationQueue review={applications} pages={{ columns: queueColumns }} />,
          Properties: <Properties />,
        }}
      />
    </Screen>
  )
}

const col = columns<Answer<typeof getPropertyList>[number]>()
const qualifyingColumns = propertyColumns(getListPath, [
  col.chip(
    'Qualifies',
    (row) => (row.qualifies ? 'Yes' : 'No'),
    (row) => (row.qualifies ? 'green' : 'gray'),
    { width: 95 },
  ),
  col.text('Why not', (row) => row.reasons.join(' '), { width: 360, wrap: true }),
  col.number('Open applications', (row) => row.openApplications, { total: true, width: 120 }),
  col.date('Last approved', (row) => row.lastApproved, { width: 120 }),
])

const Properties = () => (
  <PropertyTable
    caption="Properties"
    rows={useCall(getPropertyList, {})}
    columns={qualifyingColumns}
    to={getListPath}
    csvName="rent-gap-properties"
    initialSort={{ sortBy: 'Qualifies', descending: true }}
    empty="No property is open to you."
  />
)
