import { useMemo } from 'react'
import { VIEW_ALL } from '#kernel/model/text.ts'
import { useCall } from '#kernel/web/queries.ts'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { getActiveVendors, getVendorsByLetter } from '../model/calls.ts'
import type { VendorLine } from '../model/entities.ts'
import { getVendorLabel } from '../model/importRow.ts'
import { createVendorImport } from './vendorImport.ts'

type OnEdit = ((vendor: VendorLine) => void) | null

const col = columns<VendorLine>()
const getName = (vendor: VendorLine): string => vendor.name
const getKey = (vendor: VendorLine): number => vendor.vendorId

// The labels are those of the import, so that an export can be imported again.
const commonColumns = [
  col.text(getVendorLabel('doingBusinessAs'), (vendor) => vendor.doingBusinessAs, { lesser: true }),
  col.text(getVendorLabel('address'), (vendor) => vendor.address, { width: 200 }),
  col.text(getVendorLabel('city'), (vendor) => vendor.city, { width: 150 }),
  col.text(getVendorLabel('state'), (vendor) => vendor.state, { width: 75 }),
  col.text(getVendorLabel('zip'), (vendor) => vendor.zip, { width: 95 }),
  col.text(getVendorLabel('phone'), (vendor) => vendor.phone, { width: 140 }),
  col.text(getVendorLabel('email'), (vendor) => vendor.email, { lesser: true }),
  col.date(getVendorLabel('w9Date'), (vendor) => vendor.w9Date, { width: 110 }),
]
const taxIdColumn = col.text(getVendorLabel('taxIdLast4'), (vendor) => vendor.taxIdLast4, { lesser: true })

/** The columns of a list. The name opens the vendor if `onEdit` is given; only the agency has the tax id. */
function useColumns(agency: boolean, onEdit: OnEdit) {
  return useMemo(() => {
    const options = { width: 260 }
    const name = onEdit
      ? col.button(getVendorLabel('name'), getName, onEdit, options)
      : col.text(getVendorLabel('name'), getName, options)
    return [name, ...commonColumns, ...(agency ? [taxIdColumn] : [])]
  }, [agency, onEdit])
}

/** The list of active vendors, which requests may name. People who may edit may also import. */
export function ActiveVendors({ agency = false, onEdit }: { agency?: boolean; onEdit: OnEdit }) {
  const rows = useCall(getActiveVendors, { params: { id: 0 } })
  const importCsv = useMemo(() => (onEdit ? createVendorImport(rows) : undefined), [onEdit, rows])
  return (
    <DataTable
      caption="Active vendors"
      rows={rows}
      columns={useColumns(agency, onEdit)}
      rowKey={getKey}
      alphabet={getName}
      csvName="vendors"
      {...(importCsv ? { importCsv } : {})}
      empty="No vendors yet."
    />
  )
}

/** The list of vendors that were taken off the list, or never put on it. */
export function InactiveVendors({ onEdit }: { onEdit: OnEdit }) {
  const call = useCall(getVendorsByLetter, { params: { letter: VIEW_ALL, active: false } })
  const rows = useMemo(() => call.filter((vendor) => !vendor.newVendor), [call])
  return (
    <DataTable
      caption="Vendors that are not active"
      rows={rows}
      columns={useColumns(true, onEdit)}
      rowKey={getKey}
      alphabet={getName}
      csvName="vendors-not-active"
      empty="Every vendor is active."
    />
  )
}
