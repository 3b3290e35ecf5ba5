import { Record } from '#review/web/index.ts'
import { AgencyOnly } from '#ui/frame/AgencyOnly.tsx'
import { useNumericParams } from '#ui/frame/hooks.ts'
import { applications } from '../model/applications.ts'
import { pages } from './pages.tsx'

/** The agency's review of one application. */
export default function ReviewScreen() {
  const { id } = useNumericParams('id')
  return (
    <AgencyOnly>
      <Record review={applications} pages={pages} id={id} />
    </AgencyOnly>
  )
}
