import { Queue } from '#engines/review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { statements } from '../model/statements.ts'
import { queueColumns } from './columns.tsx'

/** The work queue of all annual statements the user may see. */
export default function MultiList() {
  return (
    <Screen title="Annual statements">
      <Queue
        review={statements}
        pages={{ columns: queueColumns }}
        empty="No annual statements yet. Open a property to begin the first one."
      />
    </Screen>
  )
}
