import { Alert, Button } from '@mantine/core'
import { Link } from 'react-router'
import { allowModuleRequest } from '#ground/tasks/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { keyOf, openPath } from '#review/model/index.ts'
import { useIsAgency, useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { applications, RENT_GAP_MODULE } from '../model/applications.ts'
import { getQualification } from '../model/calls.ts'
import { facts } from '../model/facts.ts'
import { queueColumns } from './columns.ts'
import { Qualification } from './Qualification.tsx'

const columns = queueColumns.filter(({ label }) => label !== 'Property')

/** One property's applications, and whether it qualifies for another, before anything is typed. */
export default function PropertyApplications() {
  const { propertyId } = useNumericParams('propertyId')
  const agency = useIsAgency()
  const params = { propertyId }
  const rows = useCall(applications.calls.ofProperty, { params })
  const { qualifies, conditions } = useCall(getQualification, { params })
  const filing = useCall(allowModuleRequest, { params: { propertyId, moduleId: RENT_GAP_MODULE } })
  const open = rows.some((line) => line.statusId < 5)
  return (
    <Screen
      title="Rent gap assistance"
      breadcrumbs={[{ label: 'Rent gap assistance', to: facts.queue }]}
      actions={
        filing.allowed &&
        !open &&
        (qualifies || agency) && (
          <Button component={Link} to={`/rentIncrease/RentGapAssistance/${propertyId}/0`}>
            {qualifies ? 'New application' : 'New application, as an exception'}
          </Button>
        )
      }
    >
      {filing.reasons.length > 0 && (
        <Alert color="blue" title="No application can be filed here">
          {filing.reasons.join(' ')}
        </Alert>
      )}
      <Qualification conditions={conditions} />
      <DataTable
        caption="Rent gap applications"
        rows={rows}
        columns={columns}
        rowKey={(line) => keyOf(applications.entity, line)}
        to={(line) => openPath(applications, line)}
        height="none"
        csvName="rent-gap-applications"
        initialSort={{ sortBy: 'Submitted', descending: true }}
        empty="No applications yet."
      />
    </Screen>
  )
}
