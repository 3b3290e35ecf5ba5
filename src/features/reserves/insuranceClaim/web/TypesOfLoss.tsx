import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { typesOfLoss } from '../model/calls.ts'

const fields = { name: { width: 320 } }
const blank = { name: '' }

/** The list of the types of loss, which the agency’s administrators edit. */
export default function TypesOfLoss({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Types of loss"
      controller={typesOfLoss as Controller}
      fields={fields}
      blank={blank}
      canEdit={canEdit}
    />
  )
}
