import { FreshRecord, Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { requests } from '../model/requests.ts'
import { pages } from './pages.tsx'

/** One request; 0 is a new one of the property. */
export default function ReplacementReserveRequest() {
  const { id, projectId } = useNumericParams('id', 'projectId')
  return id === 0 ? (
    <FreshRecord review={requests} pages={pages} ownerId={projectId} />
  ) : (
    <Record review={requests} pages={pages} id={id} />
  )
}
