import { Button, NativeSelect, Switch } from '@mantine/core'
import { Suspense, useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router'
import { federalTypes, propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import { hasPermission } from '#kernel/model/access.ts'
import { useCall } from '#kernel/web/queries.ts'
import { useIsAgency, useMay, useSession } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { getProjectListQuery, type ListLine, projects } from '../model/calls.ts'
import { agencyColumns, buildCompanyColumns, getReservePath } from './projectColumns.tsx'
import { describeStatus, getPropertyPath } from './words.ts'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** Parts above the list of properties, which is the agency's first screen. */
    aboveProperties: object
  }
}

type ListFilters = { federalTypeId: number; deleted: boolean }

const everyStatus = Object.keys(propertyStatusLabels).map(Number)

const MAX_LABEL_LENGTH = 32
const shorten = (value: string) =>
  value.length > MAX_LABEL_LENGTH ? `${value.slice(0, MAX_LABEL_LENGTH - 1)}…` : value
const getValues = (rows: readonly ListLine[], read: (line: ListLine) => string | null) => ({
  values: [...new Set(rows.map((line) => read(line) ?? ''))]
    .filter(Boolean)
    .sort((a, b) => a.localeCompare(b))
    .map((value) => ({ value, label: shorten(value) })),
  match: (line: ListLine, value: string) => read(line) === value,
})

/** The screen with the list of properties in scope. Deleted ones are included only on request (ST-17). */
export default function Projects() {
  const agency = useIsAgency()
  const mayAdd = useMay(projects.create)
  const [type, setType] = useAddressValue('type', '0')
  const [deleted, setDeleted] = useAddressValue('deleted', 'no', ['no', 'yes'])
  const listFilters = useMemo(
    () => ({ federalTypeId: Number(type) || 0, deleted: deleted === 'yes' }),
    [type, deleted],
  )
  const types = useCall(federalTypes.getAll, {})
  return (
    <Screen
      title="Properties"
      actions={
        <>
          <NativeSelect
            size="xs"
            aria-label="Federal type"
            value={String(listFilters.federalTypeId)}
            onChange={(event) => setType(event.currentTarget.value)}
            data={[
              { value: '0', label: 'Federal type: all' },
              ...types.map((type) => ({ value: String(type.federalTypeId), label: type.name })),
            ]}
          />
          {agency && (
            <Switch
              label="Show deleted"
              checked={listFilters.deleted}
              onChange={(event) => setDeleted(event.currentTarget.checked ? 'yes' : 'no')}
            />
          )}
          {mayAdd && (
            <Button component={Link} to="/NewProject/0">
              New property
            </Button>
          )}
        </>
      }
    >
      <Suspense fallback={null}>{Object.values(tabsOn('aboveProperties', {}))}</Suspense>
      <PropertyList wanted={useDeferredValue(listFilters)} agency={agency} />
    </Screen>
  )
}

function PropertyList({ wanted, agency }: { wanted: ListFilters; agency: boolean }) {
  const session = useSession()
  const { federalTypeId, deleted } = wanted
  const { rows } = useCall(getProjectListQuery, {
    body: {
      ...(federalTypeId ? { federalTypeId } : {}),
      ...(agency && deleted ? { statuses: everyStatus } : {}),
    },
  })
  const [columns, to] = useMemo(() => {
    if (agency) return [agencyColumns, (line: ListLine) => getPropertyPath(line.propertyId)] as const
    // Without the right to the property's reserve, the link opens the property itself.
    const getPath = (line: ListLine) =>
      hasPermission(session, 'Replacement_Reserve', 'read', line.propertyId)
        ? getReservePath(line)
        : getPropertyPath(line.propertyId)
    return [buildCompanyColumns(getPath), getPath] as const
  }, [agency, session])
  const filters = useMemo(
    () =>
      [
        { label: 'Status', ...getValues(rows, (line) => describeStatus(line.status, line.decontrolStatus)) },
        { label: 'Company', ...getValues(rows, (line) => line.managementCompanyName) },
        { label: 'County', ...getValues(rows, (line) => line.county) },
        // A filter with only one value is useless.
      ].filter((filter) => filter.values.length > 1),
    [rows],
  )
  return (
    <DataTable
      caption="Properties"
      rows={rows}
      columns={columns}
      rowKey={(line) => line.propertyId}
      to={to}
      filters={filters}
      alphabet={(line) => line.propertyName}
      csvName="properties"
      initialSort={{ sortBy: 'Property' }}
      empty={
        federalTypeId ? 'No property of this federal type is open to you.' : 'No property is open to you.'
      }
    />
  )
}
