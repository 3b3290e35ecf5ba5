import { Queue } from '#review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Views } from '#ui/frame/Views.tsx'
import { Properties } from './ProjectList.tsx'
import { pages, review } from './pages.tsx'

/**
 * Every certification in scope as a work queue, by status and year, and the properties with the year due
 * next.
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
