import { Button, Group } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { columns, DataTable } from '#ui/table/DataTable.tsx'
import { approveNewVendor, type getNewVendors } from '../model/calls.ts'
import type { VendorLine } from '../model/entities.ts'
import { RejectDialog } from './RejectDialog.tsx'

/** A vendor that a company requested and the agency has not decided. */
export type RequestedVendor = Answer<typeof getNewVendors>[number]

const col = columns<RequestedVendor>()
const getName = (vendor: RequestedVendor): string => vendor.name
const commonColumns = [
  col.text('City', (vendor) => vendor.city, { width: 110 }),
  col.text('ZIP code', (vendor) => vendor.zip, { lesser: true }),
  col.text('Company', (vendor) => vendor.companyName, { width: 200 }),
  col.text('Asked by', (vendor) => vendor.requestedByName, { lesser: true }),
  col.date('Asked on', (vendor) => vendor.createdAt, { width: 100 }),
  col.text('Vendors with a similar name', (vendor) => vendor.similar.map((item) => item.name).join(', '), {
    wrap: true,
  }),
]

type ActionsProps = { vendor: RequestedVendor; onApprove: () => void; onReject: () => void }

function Actions({ vendor, onApprove, onReject }: ActionsProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <Button size="compact-xs" onClick={onApprove} aria-label={`Approve ${vendor.name}`}>
        Approve
      </Button>
      <Button
        size="compact-xs"
        variant="outline"
        color="red"
        onClick={onReject}
        aria-label={`Reject ${vendor.name}`}
      >
        Reject
      </Button>
    </Group>
  )
}

/**
 * The queue of vendors that companies requested. The agency approves each, or rejects it and may name a
 * replacement.
 */
export function NewVendors({
  waiting,
  onEdit,
}: {
  waiting: readonly RequestedVendor[]
  onEdit: ((vendor: VendorLine) => void) | null
}) {
  const confirm = useConfirm()
  const approve = useSend(approveNewVendor, { quiet: true })
  const [vendorToReject, setVendorToReject] = useState<RequestedVendor | null>(null)
  const columns = useMemo(() => {
    if (!onEdit) return [col.text('Name', getName, { width: 220 }), ...commonColumns]
    const confirmApproval = ({ vendorId, name }: RequestedVendor) =>
      confirm({
        title: `Put ${name} on the list?`,
        text: 'Every company can choose it from then on.',
        confirmLabel: 'Approve',
        action: async () => {
          await approve({ params: { id: vendorId } })
          notify(`${name} is on the list.`)
        },
      })
    const actions = col.node(
      'Decide',
      (vendor) => (
        <Actions
          vendor={vendor}
          onApprove={() => void confirmApproval(vendor)}
          onReject={() => setVendorToReject(vendor)}
        />
      ),
      { width: 150 },
    )
    return [col.button('Name', getName, onEdit, { width: 220 }), actions, ...commonColumns]
  }, [onEdit, confirm, approve])
  return (
    <>
      <DataTable
        caption="New vendors"
        rows={waiting}
        columns={columns}
        rowKey={(vendor) => vendor.vendorId}
        csvName="new-vendors"
        empty="No company is waiting for a new vendor."
      />
      {vendorToReject && <RejectDialog vendor={vendorToReject} onClose={() => setVendorToReject(null)} />}
    </>
  )
}
