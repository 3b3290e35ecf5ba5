import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { Modal } from '#ui/frame/Modal.tsx'
import { EmptyState, ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import type { UserDetail } from '../model/entities.ts'
import { getPermissionGrid, saveProperties } from '../model/permissionCalls.ts'
import styles from './people.module.css'

type Row = UserDetail['properties'][number]
type PropertyOption = Answer<typeof getPermissionGrid>['properties'][number]

const col = columns<Row>()
const propertyColumns = [
  col.link(
    'Property',
    (item) => item.propertyName,
    (item) => `/EditProject/${item.propertyId}`,
    { width: 340 },
  ),
  col.text('Number', (item) => item.agencyNumber, { width: 130 }),
  col.bool('Main user', (item) => item.isMain, { width: 110 }),
]

/** Assigns properties to a person. Returns false and shows the reason if the server refused. */
function useAssignProperties(userId: number) {
  const send = useSend(saveProperties, { alsoDrops: ['users', 'permissions'] })
  return async (
    rows: readonly { propertyId: number }[],
    assigned: boolean,
    isMain: boolean,
    text: string,
  ) => {
    const properties = rows.map(({ propertyId }) => ({ propertyId, assigned, isMain }))
    try {
      await send({ params: { userId }, body: { properties } })
      notify(text)
      return true
    } catch (error) {
      notify(error instanceof ApiError ? error.message : 'This could not be done.', { kind: 'warning' })
      return false
    }
  }
}

/**
 * The properties that a person is assigned to, with or without permissions there. The main user of a property
 * passes every check on it.
 */
export function AssignedProperties({ person, editable }: { person: UserDetail; editable: boolean }) {
  const assign = useAssignProperties(person.userId)
  const [adding, setAdding] = useState(false)
  const add = editable && (
    <Button size="xs" onClick={() => setAdding(true)}>
      Assign properties
    </Button>
  )
  const actions = [
    { label: 'Make main user', run: (rows: readonly Row[]) => assign(rows, true, true, 'Main user.') },
    {
      label: 'No longer main user',
      run: (rows: readonly Row[]) => assign(rows, true, false, 'No longer main user.'),
    },
    {
      label: 'Take away',
      danger: true,
      run: (rows: readonly Row[]) => assign(rows, false, false, 'The properties are taken away.'),
    },
  ]
  return (
    <>
      <DataTable
        caption="Assigned properties"
        rows={person.properties}
        columns={propertyColumns}
        rowKey={(item) => item.propertyId}
        csvName="assigned-properties"
        tools={add}
        height={460}
        {...(editable ? { select: { label: (item: Row) => item.propertyName, actions } } : {})}
        empty={
          <EmptyState
            title="No property is assigned."
            text="Permissions open properties, too, without being assigned."
            action={add}
          />
        }
      />
      {adding && (
        <Modal opened onClose={() => setAdding(false)} title="Assign properties" size="xl">
          <Suspense fallback={<ScreenSkeleton rows={4} />}>
            <AssignDialog person={person} onDone={() => setAdding(false)} />
          </Suspense>
        </Modal>
      )}
    </>
  )
}

const optionCol = columns<PropertyOption>()
const optionColumns = [
  optionCol.text('Property', (item) => item.propertyName, { width: 300 }),
  optionCol.text('Number', (item) => item.agencyNumber, { width: 120 }),
  optionCol.text('Company', (item) => item.managementCompanyName, { width: 230 }),
]

function AssignDialog({ person, onDone }: { person: UserDetail; onDone: () => void }) {
  const grid = useCall(getPermissionGrid, { params: { userId: person.userId } })
  const assign = useAssignProperties(person.userId)
  const assignedIds = new Set(person.properties.map((property) => property.propertyId))
  const ofCompany = (item: PropertyOption) => item.ofCompany
  const run = async (rows: readonly PropertyOption[]) => {
    const isDone = await assign(rows, true, false, 'The properties are assigned.')
    if (isDone) onDone()
    return isDone
  }
  const tabs = [
    { label: 'Of the company', match: ofCompany },
    { label: 'All properties', match: () => true },
  ]
  return (
    <div className={styles.panel}>
      <DataTable
        caption="Properties to assign"
        rows={grid.properties.filter((property) => !assignedIds.has(property.propertyId))}
        columns={optionColumns}
        rowKey={(item) => item.propertyId}
        select={{ label: (item) => item.propertyName, actions: [{ label: 'Assign', run }] }}
        {...(grid.properties.every(ofCompany) ? {} : { tabs })}
        height={420}
        empty="Every property in reach is assigned already."
      />
    </div>
  )
}
