import { Record } from '#engines/review/web/index.ts'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { requests } from '../model/requests.ts'
import { pages } from './pages.tsx'

/** The screen of one request: its company fills it in and the agency reviews it. */
export default function DistributionRequest() {
  return <Record review={requests} pages={pages} id={useNumericParams('requestId').requestId ?? 0} />
}
