import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { assistanceTypes, characteristicTypes, unitTypes } from '../model/calls.ts'

const fields = { name: { width: 420 } }

/** The configuration tab with the lists of unit types, characteristics and kinds of assistance. */
export default function UnitTypes({ canEdit }: { canEdit: boolean }) {
  const shared = { fields, blank: { name: '' }, canEdit }
  return (
    <>
      <EditableList caption="Kinds of units" controller={unitTypes as Controller} {...shared} />
      <EditableList caption="Characteristics" controller={characteristicTypes as Controller} {...shared} />
      <EditableList caption="Kinds of assistance" controller={assistanceTypes as Controller} {...shared} />
    </>
  )
}
