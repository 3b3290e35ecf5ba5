import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { documentTypes } from '../model/calls.ts'

const fields = { name: { width: 360 }, active: { width: 90 } }
const blank = { name: '', active: true }

/** The editable list of document types. */
export default function DocumentTypes({ canEdit }: { canEdit: boolean }) {
  const controller = documentTypes as Controller
  return (
    <EditableList
      caption="Document types"
      controller={controller}
      fields={fields}
      blank={blank}
      canEdit={canEdit}
    />
  )
}
