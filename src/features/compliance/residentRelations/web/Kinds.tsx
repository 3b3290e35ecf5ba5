import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { issueTypes } from '../model/calls.ts'

/** The configuration list of the kinds of matters. Kinds for fair housing are not sent to companies. */
export default function Kinds({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Kinds of residents’ matters"
      controller={issueTypes as Controller}
      fields={{ name: { width: 340 }, fairHousing: { width: 240 }, active: { width: 90 } }}
      blank={{ name: '', fairHousing: false, active: true }}
      canEdit={canEdit}
    />
  )
}
