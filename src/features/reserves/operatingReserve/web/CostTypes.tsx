import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { requestTypes } from '../model/calls.ts'

const fields = {
  name: { width: 320 },
  needsInvoice: { width: 150 },
  needsPhotos: { width: 150 },
  forHousehold: { width: 150 },
}
const blank = { name: '', needsInvoice: false, needsPhotos: false, forHousehold: false }

/** The list of the kinds of operating cost, which the agency’s administrators edit. */
export default function CostTypes({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Kinds of operating cost"
      controller={requestTypes as Controller}
      fields={fields}
      blank={blank}
      canEdit={canEdit}
    />
  )
}
