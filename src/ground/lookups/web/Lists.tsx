import { NativeSelect } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Controller } from '#kernel/model/controller.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import { useSession } from '#kernel/web/hooks.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { counties, federalTypes, regions, roomTypes } from '../model/calls.ts'
import {
  contactTypeLabels,
  managementCompanyStatusLabels,
  participationLenders,
  propertyStatusLabels,
  taskDueLabels,
} from '../model/terms.ts'
import { EditableList, type ListFields } from './EditableList.tsx'
import css from './lists.module.css'

/** A list that the agency keeps. */
export type KeptList = { label: string; controller: Controller; fields: ListFields; blank: Record<string, unknown> }

const ownLists: readonly KeptList[] = [
  {
    label: 'Federal types',
    controller: federalTypes as Controller,
    fields: { name: { width: 420 } },
    blank: { name: '' },
  },
  {
    label: 'Room types',
    controller: roomTypes as Controller,
    fields: { name: { width: 320 }, bedrooms: { width: 110 } },
    blank: { name: '', bedrooms: 0 },
  },
  { label: 'Regions', controller: regions as Controller, fields: { name: { width: 420 } }, blank: { name: '' } },
]

type Value = { value: string; label: string }
const numbered = (labels: Readonly<Record<number, string>>): Value[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** Lists whose values the specification fixes; the programs go by the numbers. */
const fixedLists: Readonly<Record<string, readonly Value[]>> = {
  'Request statuses': numbered(requestStatusLabels),
  'Property statuses': numbered(propertyStatusLabels),
  'Company statuses': numbered(managementCompanyStatusLabels),
  'Due states of tasks': numbered(taskDueLabels),
  'Contact types': numbered(contactTypeLabels),
  'Lenders of participation loans': participationLenders.map((label) => ({ value: label, label })),
}

const col = columns<Value>()
const fixedColumns = [
  col.text('Value', (row) => row.value, { width: 240 }),
  col.text('Shown as', (row) => row.label, { width: 320 }),
]

/** Every lookup list: those of the agency edited where they stand, those of the specification only shown. */
export function Lists({ more }: { more: readonly KeptList[] }) {
  const { isAdmin } = useSession()
  const kept = [...ownLists, ...more].toSorted((one, other) => one.label.localeCompare(other.label))
  const [chosen, setChosen] = useState(kept[0]?.label ?? '')
  const list = kept.find((one) => one.label === chosen)
  const fixed = fixedLists[chosen]
  return (
    <>
      <div className={css.chooser}>
        <NativeSelect
          label="List"
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={[
            { group: 'Kept by the agency', items: kept.map((one) => one.label) },
            { group: 'Fixed by the specification', items: Object.keys(fixedLists) },
          ]}
        />
      </div>
      {list && (
        <Suspense fallback={<ScreenSkeleton rows={4} />}>
          <EditableList
            key={list.label}
            caption={list.label}
            controller={list.controller}
            fields={list.fields}
            blank={list.blank}
            canEdit={isAdmin}
          />
        </Suspense>
      )}
      {fixed && (
        <>
          <p className={css.note}>The values of this list are fixed by the specification and cannot be changed.</p>
          <DataTable
            caption={chosen}
            rows={fixed}
            columns={fixedColumns}
            rowKey={(row) => row.value}
            height="none"
            csvName="list"
          />
        </>
      )}
    </>
  )
}

const namedFields: ListFields = { fips: { width: 90, readOnly: true }, name: { width: 200, readOnly: true } }

/** The counties of the state, each with its region and HUD's income-limit area. */
export function Counties() {
  const { isAdmin } = useSession()
  const options = useCall(regions.getAll, {}).map((one) => ({ value: one.regionId, label: one.name }))
  const [fields] = useState<ListFields>({
    ...namedFields,
    regionId: { width: 180, options },
    incomeLimitArea: { width: 320 },
    metropolitan: { width: 120 },
  })
  return <EditableList caption="Counties" controller={counties as Controller} fields={fields} canEdit={isAdmin} />
}
