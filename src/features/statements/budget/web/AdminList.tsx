import { Queue } from '#engines/review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { budgets } from '../model/budgets.ts'
import { queueColumns } from './columns.tsx'

/** The work queue of all budgets the user may see. */
export default function AdminList() {
  return (
    <Screen title="Budgets">
      <Queue review={budgets} pages={{ columns: queueColumns }} />
    </Screen>
  )
}
