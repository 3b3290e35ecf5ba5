import { FreshRecord, Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { operatingRequests } from '../model/operating.ts'
import { pages } from './pages.tsx'

/** One request; 0 is a new one of the property. */
export default function OperatingReserveRequest() {
  const { id, projectId } = useNumericParams('id', 'projectId')
  return id === 0 ? (
    <FreshRecord review={operatingRequests} pages={pages} ownerId={projectId} />
  ) : (
    <Record review={operatingRequests} pages={pages} id={id} />
  )
}
