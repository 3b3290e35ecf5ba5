import { NativeSelect } from '@mantine/core'
import { Suspense, useState } from 'react'
import type { Controller } from '#kernel/model/controller.ts'
import { requestStatusLabels } from '#kernel/model/status.ts'
import { useMay } from '#ui/frame/hooks.ts'
import { ScreenSkeleton } from '#ui/frame/Screen.tsx'
import { tabsOn } from '#ui/frame/tabsOn.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { federalTypes, regions, rentTypes, roomTypes } from '../model/calls.ts'
import {
  contactTypeLabels,
  managementCompanyStatusLabels,
  participationLenders,
  propertyStatusLabels,
  taskDueLabels,
} from '../model/terms.ts'
import { EditableList, type ListProps } from './EditableList.tsx'
import css from './lists.module.css'

declare module '#kernel/web/module.ts' {
  interface TabProps {
    /** Data for tabs of lists that the agency edits in place. */
    lists: { canEdit: boolean }
  }
}

const ownLists: readonly Pick<ListProps, 'caption' | 'controller' | 'fields' | 'blank'>[] = [
  {
    caption: 'Federal types',
    controller: federalTypes as Controller,
    fields: { name: { width: 420 } },
    blank: { name: '' },
  },
  {
    caption: 'Room types',
    controller: roomTypes as Controller,
    fields: { name: { width: 320 }, bedrooms: { width: 110 } },
    blank: { name: '', bedrooms: 0 },
  },
  {
    caption: 'Rent types',
    controller: rentTypes as Controller,
    fields: {
      name: { width: 220 },
      medianPercent: { width: 110 },
      fairMarket: { width: 140 },
      setElsewhere: { width: 140 },
    },
    blank: { name: '', medianPercent: null, fairMarket: false, setElsewhere: false },
  },
  {
    caption: 'Regions',
    controller: regions as Controller,
    fields: { name: { width: 420 } },
    blank: { name: '' },
  },
]

type Value = { value: string; label: string }
const toRows = (labels: Readonly<Record<number, string>>): Value[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The lists whose values the specification fixes. Programs identify a value by its number. */
const fixedLists: Readonly<Record<string, readonly Value[]>> = {
  'Request statuses': toRows(requestStatusLabels),
  'Property statuses': toRows(propertyStatusLabels),
  'Company statuses': toRows(managementCompanyStatusLabels),
  'Due states of tasks': toRows(taskDueLabels),
  'Contact types': toRows(contactTypeLabels),
  'Lenders of participation loans': participationLenders.map((label) => ({ value: label, label })),
}

const col = columns<Value>()
const fixedColumns = [
  col.text('Value', (row) => row.value, { width: 240 }),
  col.text('Shown as', (row) => row.label, { width: 320 }),
]

/**
 * The screen of all lookup lists. The agency's lists are edited in place, the specification's are
 * read-only.
 */
export default function Lists() {
  const canEdit = useMay(regions.create)
  const listTabs = ownLists.map((list) => ({
    label: list.caption,
    order: 0,
    content: <EditableList key={list.caption} {...list} canEdit={canEdit} />,
  }))
  const lists = tabsOn('lists', { canEdit }, listTabs)
  const agencyLists = Object.keys(lists).toSorted((list, other) => list.localeCompare(other))
  const [selected, setSelected] = useState(agencyLists[0] ?? '')
  const fixed = fixedLists[selected]
  return (
    <>
      <div className={css.chooser}>
        <NativeSelect
          label="List"
          value={selected}
          onChange={(event) => setSelected(event.currentTarget.value)}
          data={[
            { group: 'Maintained by the agency', items: agencyLists },
            { group: 'Fixed by the specification', items: Object.keys(fixedLists) },
          ]}
        />
      </div>
      <Suspense key={selected} fallback={<ScreenSkeleton rows={4} />}>
        {lists[selected]}
      </Suspense>
      {fixed && (
        <>
          <p className={css.note}>
            The values of this list are fixed by the specification and cannot be changed.
          </p>
          <DataTable
            caption={selected}
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
