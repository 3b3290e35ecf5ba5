import { Record } from '#review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { requests } from '../model/requests.ts'
import { pages } from './pages.tsx'

/** One request: written by its company, reviewed by the agency. */
export default function DistributionRequest() {
  return <Record review={requests} pages={pages} id={useNumericParams('requestId').requestId ?? 0} />
}
