import { useMemo } from 'react'
import { federalTypes } from '#core/platform/lookups/model/index.ts'
import { EditableList } from '#core/platform/lookups/web/index.ts'
import type { Controller } from '#kernel/model/controller.ts'
import { useCall } from '#kernel/web/queries.ts'
import { authorities } from '../model/calls.ts'

const blank = { position: 1, federalTypeId: null, alsoFederalTypeId: null, byAgency: false, approver: '' }

/**
 * The list of which agency approves draws from reserves by funding, which administrators edit. Rows with two
 * federal types apply before rows with one.
 */
export default function Authorities({ canEdit }: { canEdit: boolean }) {
  const types = useCall(federalTypes.getAll, {})
  const fields = useMemo(() => {
    const options = types.map((item) => ({ value: item.federalTypeId, label: item.name }))
    return {
      position: { width: 80 },
      federalTypeId: { width: 240, options },
      alsoFederalTypeId: { width: 240, options },
      byAgency: { width: 160 },
      approver: { width: 160 },
    }
  }, [types])
  return (
    <EditableList
      caption="Who approves draws from reserves"
      controller={authorities as Controller}
      fields={fields}
      blank={blank}
      canEdit={canEdit}
    />
  )
}
