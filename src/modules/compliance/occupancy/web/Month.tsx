import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { MonthRequests } from '#modules/compliance/vawa/web/index.ts'
import { FoundRecord, Record } from '#review/web/index.ts'
import { getOccupancy } from '../model/calls.ts'
import { occupancies } from '../model/occupancies.ts'
import { pages } from './pages.tsx'

/** A month of a property: while it is written, or as it was filed; 0 is one that was not begun. */
export default function Month() {
  const { projectId, projectOccupancyId } = useParams()
  const [search] = useSearchParams()
  const id = Number(projectOccupancyId)
  if (id > 0)
    return (
      <>
        <Record review={occupancies} pages={pages} id={id} />
        <Suspense>
          <MonthRequests projectOccupancyId={id} propertyId={Number(projectId)} />
        </Suspense>
      </>
    )
  return <Fresh propertyId={Number(projectId)} month={search.get('month')} />
}

function Fresh({ propertyId, month }: { propertyId: number; month: string | null }) {
  const detail = useCall(getOccupancy, {
    params: { projectId: propertyId, projectOccupancyId: 0 },
    query: { ...(month ? { month } : {}) },
  })
  return <FoundRecord review={occupancies} pages={pages} detail={detail} />
}
