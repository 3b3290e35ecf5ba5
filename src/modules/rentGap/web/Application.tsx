import { FreshRecord, Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { applications } from '../model/applications.ts'
import { pages } from './pages.tsx'

/** One application; 0 is a new one of the property. */
export default function Application() {
  const { propertyId, id } = useNumericParams('propertyId', 'id')
  return id === 0 ? (
    <FreshRecord review={applications} pages={pages} ownerId={propertyId} />
  ) : (
    <Record review={applications} pages={pages} id={id} />
  )
}
