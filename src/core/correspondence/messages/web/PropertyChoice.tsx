import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { getProjectListQuery } from '#core/portfolio/properties/model/index.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'

const everyProperty = buildCallQuery(getProjectListQuery, {
  body: { startRow: 0, fetchCount: 0, sortBy: 'name' },
})

/** A choice among the properties that the user may see. */
export function PropertyChoice({
  value,
  onChange,
  help,
}: {
  value: number | null
  onChange: (propertyId: number | null) => void
  help?: string
}) {
  const { data } = useQuery(everyProperty)
  const options = useMemo(
    () =>
      (data?.rows ?? []).map((row) => ({
        value: row.propertyId,
        label: [row.propertyName, row.propertyNumber, row.city].filter(Boolean).join(', '),
      })),
    [data],
  )
  return (
    <ChoiceInput
      label="Property"
      {...(help ? { help } : {})}
      value={value}
      options={options}
      onChange={(selected) => onChange(typeof selected === 'number' ? selected : null)}
    />
  )
}
