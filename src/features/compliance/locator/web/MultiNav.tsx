import { Screen } from '#ui/frame/Screen.tsx'
import { Properties } from './Properties.tsx'
import { PublishedListingsLink } from './ToReport.tsx'

/** The screen with the listings of several properties. */
export default function MultiNav() {
  return (
    <Screen title="Listings" actions={<PublishedListingsLink />}>
      <Properties />
    </Screen>
  )
}
