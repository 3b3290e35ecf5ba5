import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCall } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useIsAgency, useMay } from '#ui/frame/hooks.ts'
import { Screen } from '#ui/frame/Screen.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { useAddressValue } from '#ui/frame/useAddressed.ts'
import { createNewVendor, getActiveVendors, getNewVendors } from '../model/calls.ts'
import type { VendorLine } from '../model/entities.ts'
import { ActiveVendors, InactiveVendors } from './Lists.tsx'
import { NewVendors } from './NewVendors.tsx'
import { VendorDialog } from './VendorDialog.tsx'

/**
 * The screen of the vendors that requests may name. The agency changes the list and decides on new vendors;
 * companies read it and ask for new ones.
 */
export default function VendorList() {
  const agency = useIsAgency()
  const readOnly = useReadOnly()
  const mayAsk = useMay(createNewVendor)
  const [openVendor, setOpenVendor] = useState<VendorLine | 'new' | null>(null)
  // The search links to one vendor: `/VendorList?vendor=7`.
  const [searchParams, setSearchParams] = useSearchParams()
  const vendorId = Number(searchParams.get('vendor'))
  return (
    <Screen
      title="Vendors"
      actions={
        mayAsk && (
          <Button onClick={() => setOpenVendor('new')}>
            {agency ? 'Add vendor' : 'Ask for a new vendor'}
          </Button>
        )
      }
    >
      {agency ? <AgencyLists onEdit={readOnly ? null : setOpenVendor} /> : <ActiveVendors onEdit={null} />}
      {agency && !readOnly && vendorId > 0 && (
        <Suspense fallback={null}>
          <NamedVendor vendorId={vendorId} onClose={() => setSearchParams({}, { replace: true })} />
        </Suspense>
      )}
      {openVendor && (
        <VendorDialog
          vendor={openVendor === 'new' ? null : openVendor}
          agency={agency}
          onClose={() => setOpenVendor(null)}
        />
      )}
    </Screen>
  )
}

/** Opens the vendor that the address names in a dialog over the list. */
function NamedVendor({ vendorId, onClose }: { vendorId: number; onClose: () => void }) {
  const vendor = useCall(getActiveVendors, { params: { id: vendorId } }).find(
    (item) => item.vendorId === vendorId,
  )
  return vendor ? <VendorDialog vendor={vendor} agency onClose={onClose} /> : null
}

const ACTIVE = 'Active'
const NEW = 'New vendors'
const INACTIVE = 'Not active'

function AgencyLists({ onEdit }: { onEdit: ((vendor: VendorLine) => void) | null }) {
  const waiting = useCall(getNewVendors, {})
  const [view, setView] = useAddressValue('view', ACTIVE, [ACTIVE, NEW, INACTIVE])
  return (
    <Tabs
      label="Vendors"
      value={view}
      onChange={setView}
      tabs={[{ label: ACTIVE }, { label: NEW, count: waiting.length }, { label: INACTIVE }]}
    >
      {view === ACTIVE && <ActiveVendors agency onEdit={onEdit} />}
      {view === NEW && <NewVendors waiting={waiting} onEdit={onEdit} />}
      {view === INACTIVE && <InactiveVendors onEdit={onEdit} />}
    </Tabs>
  )
}
