import { Queue } from '#review/web/index.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { extensions } from '../model/extensions.ts'
import { queueColumns } from './columns.tsx'

/** Every request for more time in scope, as a work queue. */
export default function ExtensionRequests() {
  return (
    <Screen title="Extension requests">
      <Queue review={extensions} pages={{ columns: queueColumns }} empty="Nobody has asked for more time." />
    </Screen>
  )
}
