import { Queue } from '#review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { budgets } from '../model/budgets.ts'
import { queueColumns } from './columns.tsx'

/** Every budget in scope as a work queue. */
export default function AdminList() {
  return (
    <Screen title="Budgets">
      <Queue review={budgets} pages={{ columns: queueColumns }} />
    </Screen>
  )
}
