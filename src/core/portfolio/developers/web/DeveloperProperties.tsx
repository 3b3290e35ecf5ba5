import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { useMay } from '#ui/frame/hooks.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { type DeveloperProperty, removePropertyDeveloper } from '../model/calls.ts'

const col = columns<DeveloperProperty>()
const getPath = (line: DeveloperProperty): string => `/EditProject/${line.propertyId}`
const propertyColumns = [
  col.link('Property', (line) => line.propertyName, getPath, { width: 300 }),
  col.text('Number', (line) => line.agencyNumber, { width: 110 }),
  col.text('City', (line) => line.city, { width: 150 }),
  col.text('Status', (line) => propertyStatusLabels[line.status], { width: 150 }),
  col.number('Units', (line) => line.totalUnits, { total: true, width: 80 }),
  col.date('From', (line) => line.fromDate, { width: 110 }),
  col.date('To', (line) => line.toDate, { width: 110 }),
]
const tabs = [
  { label: 'Now', match: (line: DeveloperProperty) => line.toDate === null },
  { label: 'Earlier', match: (line: DeveloperProperty) => line.toDate !== null },
]

/** The table of a developer's current and earlier properties. Agency writers can remove a current one. */
export function DeveloperProperties({ properties }: { properties: readonly DeveloperProperty[] }) {
  const mayRemove = useMay(removePropertyDeveloper)
  const confirm = useConfirm()
  const remove = useSend(removePropertyDeveloper, { quiet: true })
  const visibleColumns = useMemo(() => {
    if (!mayRemove) return propertyColumns
    const confirmRemoval = ({ propertyId, propertyName }: DeveloperProperty) =>
      confirm({
        title: `Take ${propertyName} off this developer?`,
        text: 'The property will have no developer until another is named.',
        confirmLabel: 'Take off',
        danger: true,
        action: async () => {
          await remove({ params: { id: propertyId } })
          notify(`${propertyName} has no developer now.`)
        },
      })
    const button = col.node(
      'Change',
      (line) =>
        line.toDate === null && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Take off ${line.propertyName}`}
            onClick={() => void confirmRemoval(line)}
          >
            Take off
          </Button>
        ),
      { width: 110 },
    )
    return [...propertyColumns, button]
  }, [mayRemove, confirm, remove])
  return (
    <DataTable
      caption="Properties of the developer"
      rows={properties}
      columns={visibleColumns}
      rowKey={(line) => line.propertyDeveloperId}
      tabs={tabs}
      height="none"
      csvName="developer-properties"
      empty="No property yet."
    />
  )
}
