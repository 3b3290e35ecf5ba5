import { Queue } from '#engines/review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { Properties } from './ProjectList.tsx'
import { pages, review } from './pages.tsx'

/**
 * The screen of certifications for the agency: all in scope as a work queue, and the properties with the year
 * due next.
 */
export default function AdminList() {
  return (
    <Screen title="Housing priority certifications">
      <Views
        views={{
          Certifications: <Queue review={review} pages={pages} empty="No certification is filed yet." />,
          Properties: <Properties />,
        }}
      />
    </Screen>
  )
}
