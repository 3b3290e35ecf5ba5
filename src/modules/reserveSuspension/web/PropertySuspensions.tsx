import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { RecordTable } from '#review/web/index.ts'
import { Allowed } from '#ui/frame/Allowed.tsx'
import { suspensions } from '../model/suspensions.ts'
import { pages } from './pages.tsx'

/** The suspensions of a property, and where one is asked for. */
export default function PropertySuspensions({ propertyId }: { propertyId: number }) {
  const rows = useCall(suspensions.calls.ofProperty, { params: { propertyId } })
  return (
    <section>
      <h2>Suspensions of deposits</h2>
      <RecordTable review={suspensions} columns={pages.columns} rows={rows} plain height="none" />
      <Allowed permission="Replacement_Reserve" need="write" propertyId={propertyId}>
        <Button component={Link} to={`/R4rSuspensionRequest/create/${propertyId}`} variant="default">
          Ask to suspend deposits
        </Button>
      </Allowed>
    </section>
  )
}
