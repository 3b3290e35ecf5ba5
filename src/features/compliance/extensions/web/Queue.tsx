import { Queue } from '#engines/review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { pages, review } from './pages.tsx'

/** The screen of all extension requests in scope, as a work queue. */
export default function ExtensionRequests() {
  return (
    <Screen title="Extension requests">
      <Queue review={review} pages={pages} empty="Nobody has asked for more time." />
    </Screen>
  )
}
