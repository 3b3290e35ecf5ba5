import { Queue as RequestQueue } from '#engines/review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { increases } from '../model/increases.ts'
import { queueColumns } from './columns.tsx'

/** The screen with all rent increases that the user may see, as a work queue. */
export default function Queue() {
  return (
    <Screen title="Rent increases">
      <RequestQueue review={increases} pages={{ columns: queueColumns }} />
    </Screen>
  )
}
