import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { categories } from '../model/calls.ts'

const fields = {
  name: { width: 240 },
  eligible: { width: 90 },
  usefulLifeYears: { width: 130 },
  warning: { width: 420 },
}
const blank = { name: '', eligible: true, usefulLifeYears: null, warning: null }

/** The list of the categories of items, which the agency’s administrators edit. */
export default function Categories({ canEdit }: { canEdit: boolean }) {
  const controller = categories as Controller
  return (
    <EditableList
      caption="Replacement reserve categories"
      controller={controller}
      fields={fields}
      blank={blank}
      canEdit={canEdit}
    />
  )
}
