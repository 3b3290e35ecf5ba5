import type { z } from 'zod'
import { AddressFields } from '#core/platform/lookups/web/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { createNewVendor, vendors } from '../model/calls.ts'
import { Vendor, type VendorLine } from '../model/entities.ts'
import { W9File } from './W9File.tsx'

const requestFields = Vendor.row.pick({
  name: true,
  address: true,
  city: true,
  state: true,
  zip: true,
  phone: true,
  email: true,
})
const vendorForm = requestFields.extend(
  Vendor.row.pick({ doingBusinessAs: true, taxIdLast4: true, w9Date: true, active: true }).shape,
)
type VendorForm = z.infer<typeof vendorForm>

const Field = getField(vendorForm)

const blank: VendorForm = {
  name: '',
  doingBusinessAs: null,
  address: null,
  city: null,
  state: 'MO',
  zip: null,
  phone: null,
  email: null,
  taxIdLast4: null,
  w9Date: null,
  active: true,
}
const getValues = (vendor: VendorLine | null): VendorForm => (vendor ? vendorForm.parse(vendor) : blank)

/**
 * The dialog of a vendor. The agency adds or changes one, a company asks for a new one. `vendor` is null
 * for a new one.
 */
export function VendorDialog({
  vendor,
  agency,
  onClose,
}: {
  vendor: VendorLine | null
  agency: boolean
  onClose: () => void
}) {
  const create = useSend(createNewVendor, { quiet: true })
  const update = useSend(vendors.update, { quiet: true })
  const submit = async (values: Record<string, unknown>) => {
    const payload = values as VendorForm
    if (vendor) {
      await update({ body: { vendorId: vendor.vendorId, ...payload } })
      notify(`${payload.name} is saved.`)
    } else notify(getDoneText(await create({ body: payload }), agency))
    onClose()
  }
  const title = vendor ? vendor.name : agency ? 'Add vendor' : 'Ask for a new vendor'
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      {!agency && (
        <p>
          Look through the list first. The agency decides on new vendors; until then you can already name
          yours in requests.
        </p>
      )}
      <Form
        schema={agency ? vendorForm : requestFields}
        values={getValues(vendor)}
        onSubmit={submit}
        label={title}
      >
        <ErrorSummary />
        <Field name="name" />
        {agency && <Field name="doingBusinessAs" />}
        <AddressFields />
        <FieldRow>
          <Field name="phone" width={180} />
          <Field name="email" />
        </FieldRow>
        {agency && (
          <FieldRow>
            <Field name="taxIdLast4" width={180} />
            <Field name="w9Date" width={180} />
          </FieldRow>
        )}
        {agency && vendor && <W9File vendorId={vendor.vendorId} />}
        {agency && !vendor?.newVendor && <Field name="active" words="Active: may be chosen in requests" />}
        <FormButtons save={null} submit={agency ? 'Save vendor' : 'Send to the agency'} />
      </Form>
    </Dialog>
  )
}

function getDoneText({ name, active }: { name: string; active: boolean }, agency: boolean): string {
  if (agency) return `${name} is on the list.`
  return active
    ? `${name} is on the list already.`
    : `The agency decides on ${name}; you can name it in requests now.`
}
