import { useCall } from '#kernel/web/queries.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getReviewListByPropertyId } from '../model/calls.ts'
import { getAnnualStatementPath, yearsColumns } from './columns.tsx'

/** The statements of one property for its reviewers, with the years it has not filed. */
export default function ReviewOfProperty() {
  const { propertyId } = useNumericParams('propertyId')
  return (
    <Screen
      title="Statements to review"
      breadcrumbs={[{ label: 'Statements by year', to: '/afs/review/list' }]}
    >
      <AgencyOnly>
        <YearTable propertyId={propertyId} />
      </AgencyOnly>
    </Screen>
  )
}

function YearTable({ propertyId }: { propertyId: number }) {
  const rows = useCall(getReviewListByPropertyId, { params: { propertyId } })
  return (
    <DataTable
      caption="Statements"
      rows={rows}
      columns={yearsColumns}
      rowKey={(line) => line.year}
      to={getAnnualStatementPath}
      height="none"
      csvName="statements"
      empty="Nothing is to be filed here."
    />
  )
}
