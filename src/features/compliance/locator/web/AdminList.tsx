import { Queue } from '#engines/review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { Properties } from './Properties.tsx'
import { pages, review } from './pages.tsx'
import { PublishedListingsLink } from './ToReport.tsx'

/**
 * The screen of the housing locator: all listings as a work queue, and the properties with the state of their
 * listing.
 */
export default function AdminList() {
  return (
    <Screen title="Housing locator" actions={<PublishedListingsLink />}>
      <Views
        views={{
          Listings: <Queue review={review} pages={pages} empty="No listing is filed yet." />,
          Properties: <Properties />,
        }}
      />
    </Screen>
  )
}
