import { Queue as RequestQueue } from '#review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { increases } from '../model/increases.ts'
import { queueColumns } from './columns.tsx'

/** Every rent increase in scope as a work queue. */
export default function Queue() {
  return (
    <Screen title="Rent increases">
      <RequestQueue review={increases} pages={{ columns: queueColumns }} />
    </Screen>
  )
}
