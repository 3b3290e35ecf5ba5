import { FoundRecord, Record } from '#engines/review/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getByYear } from '../model/calls.ts'
import { statements } from '../model/statements.ts'
import { pages } from './pages.tsx'
import { preloadAddressedPart } from './parts.tsx'

type PropertyYear = { propertyId: number; year: number }

/** The screen of a property's annual statement for a fiscal year: its parts to fill in, review or read. */
export default function StatementOfYear() {
  const { propertyId, year } = useNumericParams('propertyId', 'year')
  preloadAddressedPart()
  return <StatementLoader key={`${propertyId} ${year}`} propertyId={propertyId} year={year} />
}

function StatementLoader({ propertyId, year }: PropertyYear) {
  const call = useCall(statements.calls.ofProperty, { params: { propertyId } })
  const statement = call.find((line) => line.year === year) as { afsId: number } | undefined
  return statement ? (
    <Record review={statements} pages={pages} id={statement.afsId} />
  ) : (
    <NewStatement propertyId={propertyId} year={year} />
  )
}

function NewStatement({ propertyId, year }: PropertyYear) {
  const readOnly = useReadOnly()
  const detail = useCall(getByYear, { params: { propertyId, year } })
  if (detail.canEdit && !readOnly) return <FoundRecord review={statements} pages={pages} detail={detail} />
  return (
    <Screen
      title={`Annual statement ${year}`}
      of={detail.subject}
      breadcrumbs={[{ label: 'Annual statements', to: `/afs/list/single/${propertyId}` }]}
    >
      <EmptyState title={`No ${year} statement was begun`} text="The management company begins it." />
    </Screen>
  )
}
