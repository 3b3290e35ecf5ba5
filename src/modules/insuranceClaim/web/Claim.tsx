import { FreshRecord, Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { claims } from '../model/claims.ts'
import { pages } from './claimPages.tsx'

/** One claim; 0 is a new one of the property. */
export default function InsuranceClaim() {
  const { id, projectId } = useNumericParams('id', 'projectId')
  return id === 0 ? (
    <FreshRecord review={claims} pages={pages} ownerId={projectId} />
  ) : (
    <Record review={claims} pages={pages} id={id} />
  )
}
