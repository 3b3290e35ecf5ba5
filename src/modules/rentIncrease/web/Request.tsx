import { FreshRecord, Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { increases } from '../model/increases.ts'
import { pages } from './pages.tsx'

/** One rent increase; 0 is a new one of the property. */
export default function Request() {
  const { propertyId, rentIncreaseRequestHeaderId: id } = useNumericParams('propertyId', 'rentIncreaseRequestHeaderId')
  return id === 0 ? (
    <FreshRecord review={increases} pages={pages} ownerId={propertyId} />
  ) : (
    <Record review={increases} pages={pages} id={id} />
  )
}
