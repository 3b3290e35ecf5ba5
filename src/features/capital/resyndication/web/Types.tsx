import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { types } from '../model/calls.ts'

/** The list of the types of resyndication, which the agency’s administrators edit. */
export default function Types({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Types of resyndication"
      controller={types as Controller}
      fields={{ name: { width: 320 }, active: { width: 90 } }}
      blank={{ name: '', active: true }}
      canEdit={canEdit}
    />
  )
}
