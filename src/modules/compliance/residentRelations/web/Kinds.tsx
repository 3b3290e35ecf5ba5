import { EditableList } from '#ground/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { issueTypes } from '../model/calls.ts'

/** The kinds of residents’ matters, and which of them stay with the agency. */
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
