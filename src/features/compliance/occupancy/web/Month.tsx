import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { FoundRecord, Record } from '#engines/review/web/index.ts'
import { MonthRequests } from '#features/compliance/vawa/web/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { getOccupancy } from '../model/calls.ts'
import { occupancies } from '../model/occupancies.ts'
import { pages } from './pages.tsx'

/** The screen of a month of a property, as a form or as filed. Id 0 opens a new month. */
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
  return <NewMonth propertyId={Number(projectId)} month={search.get('month')} />
}

function NewMonth({ propertyId, month }: { propertyId: number; month: string | null }) {
  const detail = useCall(getOccupancy, {
    params: { projectId: propertyId, projectOccupancyId: 0 },
    query: { ...(month ? { month } : {}) },
  })
  return <FoundRecord review={occupancies} pages={pages} detail={detail} />
}
