import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { ref } from '#kernel/model/field.ts'
import { notify } from '#kernel/web/notices.ts'
import { buildCallQuery, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { getActiveVendors, rejectNewVendor } from '../model/calls.ts'
import type { RequestedVendor } from './NewVendors.tsx'

const schema = z.object({ replacementVendorId: ref('Use instead', 'Vendor') })

const Field = getField(schema)

// A person chooses the replacement and nothing is preselected, because a wrong one would be paid.
const none = { replacementVendorId: null }

/**
 * The dialog that keeps a vendor off the list and changes items that name it to the vendor chosen here.
 * Vendors with a similar name come first.
 */
export function RejectDialog({ vendor, onClose }: { vendor: RequestedVendor; onClose: () => void }) {
  const reject = useSend(rejectNewVendor, { alsoDrops: ['ReplacementReserve'], quiet: true })
  const { data: active = [] } = useQuery(buildCallQuery(getActiveVendors, { params: { id: 0 } }))
  const similarIds = new Set(vendor.similar.map((item) => item.vendorId))
  const options = [...vendor.similar, ...active.filter((item) => !similarIds.has(item.vendorId))].map(
    (item) => ({
      value: item.vendorId,
      label: [item.name, item.city].filter(Boolean).join(', '),
    }),
  )
  const submit = async (values: Record<string, unknown>) => {
    const { replacementVendorId } = values as z.infer<typeof schema>
    await reject({ params: { id: vendor.vendorId }, body: { replacementVendorId } })
    notify(`${vendor.name} stays off the list.`)
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={`Keep ${vendor.name} off the list?`}>
      <p>
        Requests that name it are changed to the vendor you choose. Without one they keep naming it, and the
        companies must choose another.
      </p>
      <Form schema={schema} values={none} onSubmit={submit} label="Reject">
        <ErrorSummary />
        <Field name="replacementVendorId" options={options} />
        <FormButtons save={null} submit="Reject vendor" />
      </Form>
    </Dialog>
  )
}
