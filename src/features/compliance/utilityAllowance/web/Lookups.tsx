import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { authorities, sources } from '../model/calls.ts'

/** The configuration list of sources of allowances, with those that require a document. */
export default function Sources({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Sources of utility allowances"
      controller={sources as Controller}
      fields={{
        name: { width: 240 },
        documentRequired: { width: 150 },
        description: { width: 420 },
        active: { width: 90 },
      }}
      blank={{ name: '', documentRequired: true, description: null, active: true }}
      canEdit={canEdit}
    />
  )
}

/** The configuration list of authorities that control rents. */
export function Authorities({ canEdit }: { canEdit: boolean }) {
  return (
    <EditableList
      caption="Rent-controlling authorities"
      controller={authorities as Controller}
      fields={{ name: { width: 320 }, active: { width: 90 } }}
      blank={{ name: '', active: true }}
      canEdit={canEdit}
    />
  )
}
