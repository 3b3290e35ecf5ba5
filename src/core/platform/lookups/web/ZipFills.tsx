import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { getByZip } from '../model/calls.ts'

/** The fields of an address; a form without a county has no `countyId`. */
type PlaceValues = { zip: string | null; city: string | null; countyId: number | null }

/**
 * Fills in `city` and, if the form has it, `countyId` when a ZIP code is typed, unless the user typed them.
 */
export function FillFromZip() {
  const { form } = useFormParts<PlaceValues>()
  const { readOnly } = useFormActions()
  const zip = String(useWatch({ control: form.control, name: 'zip' }) ?? '')
  const first = useRef(zip)
  const filled = useRef<Record<string, unknown>>({})
  const isTyped = !readOnly && zip !== first.current && /^\d{5}(-\d{4})?$/.test(zip)
  const { data } = useQuery({
    ...buildCallQuery(getByZip, { params: { zip: zip.slice(0, 5) } }),
    enabled: isTyped,
  })
  const place = isTyped ? data?.[0] : undefined
  useEffect(() => {
    if (!place) return
    const { city, countyId } = place
    for (const [name, value] of [
      ['city', city],
      ['countyId', countyId],
    ] as const) {
      const present: unknown = form.getValues(name)
      const mayFill = present === null || present === '' || present === filled.current[name]
      if (value === null || present === undefined || !mayFill) continue
      form.setValue(name, value, { shouldDirty: true })
      filled.current[name] = value
    }
  }, [place, form])
  return null
}
