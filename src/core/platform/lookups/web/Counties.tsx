import { useState } from 'react'
import type { Controller } from '#kernel/model/controller.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { counties, regions } from '../model/calls.ts'
import { EditableList, type ListFields } from './EditableList.tsx'

const namedFields: ListFields = { fips: { width: 90, readOnly: true }, name: { width: 200, readOnly: true } }

/** The counties of the state, each with its region and HUD's income-limit area. */
export default function Counties() {
  const canEdit = useMay(counties.update)
  const options = useCall(regions.getAll, {}).map((item) => ({ value: item.regionId, label: item.name }))
  const [fields] = useState<ListFields>({
    ...namedFields,
    regionId: { width: 180, options },
    incomeLimitArea: { width: 320 },
    metropolitan: { width: 120 },
  })
  return (
    <EditableList caption="Counties" controller={counties as Controller} fields={fields} canEdit={canEdit} />
  )
}
