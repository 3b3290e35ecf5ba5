import { useParams } from 'react-router'
import { Queue } from '#engines/review/web/index.ts'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { PropertyList } from './PropertyList.tsx'
import { pages, review } from './pages.tsx'

/**
 * The screen of utility allowances: a user's properties with the quarter due next, and all filed allowances
 * as a work queue.
 */
export default function UserList() {
  const { id } = useParams()
  const queue = <Queue review={review} pages={pages} empty="No utility allowances are filed yet." />
  const list = <PropertyList userId={Number(id)} />
  return (
    <Screen title="Utility allowances">
      <Views
        views={useIsAgency() ? { Filed: queue, Properties: list } : { Properties: list, Filed: queue }}
      />
    </Screen>
  )
}
