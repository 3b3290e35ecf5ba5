import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { getReviewKey, openPath } from '#engines/review/model/index.ts'
import { OfferButton } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getYearsToFile } from '../model/calls.ts'
import { statements } from '../model/statements.ts'
import { getAnnualStatementPath, propertyColumns } from './columns.tsx'

/** The annual statements of one property, with a button for each year that is still to be filed. */
export default function PropertyStatements() {
  const { propertyId } = useNumericParams('propertyId')
  const { propertyName, years, reasons } = useCall(getYearsToFile, { params: { propertyId } })
  const call = useCall(statements.calls.ofProperty, { params: { propertyId } })
  return (
    <Screen
      title="Annual statements"
      of={propertyName}
      breadcrumbs={[{ label: 'Annual statements', to: '/afs/list/multi' }]}
      actions={
        reasons.length === 0 &&
        years.map(({ year }) => (
          <OfferButton
            key={year}
            review={statements}
            begun={{ propertyId, year }}
            refusedTitle={`No statement of ${year} can be begun now`}
          >
            <Button component={Link} to={getAnnualStatementPath({ year, propertyId })}>
              Begin the {year} statement
            </Button>
          </OfferButton>
        ))
      }
    >
      {reasons.length > 0 && <p>{reasons.join(' ')}</p>}
      <DataTable
        caption="Annual statements"
        rows={call}
        columns={propertyColumns}
        rowKey={(line) => getReviewKey(statements.entity, line)}
        to={(line) => openPath(statements, { ...line, propertyId })}
        height="none"
        csvName="annual-statements"
        empty="No annual statements yet."
      />
    </Screen>
  )
}
