import type { Row } from '#kernel/model/entity.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { signers } from '../model/calls.ts'
import { Signer } from '../model/entities.ts'
import { PictureField } from './PictureField.tsx'

type SignerRow = Row<typeof Signer>

const schema = Signer.row.omit({ signerId: true })

const Field = getField(schema)

const blank: Omit<SignerRow, 'signerId'> = {
  userId: null,
  image: null,
  name: '',
  title: null,
  department: null,
  phoneNumber: null,
  endLine: null,
  active: true,
}

/**
 * The dialog that changes the signature block `signer`, or adds one if it is null. `staff` are the users it
 * may belong to.
 */
export function SignerDialog({
  signer,
  staff,
  onClose,
}: {
  signer: SignerRow | null
  staff: readonly { value: number; label: string }[]
  onClose: () => void
}) {
  const create = useSend(signers.create, { quiet: true })
  const update = useSend(signers.update, { quiet: true })
  const submit = async (values: Record<string, unknown>) => {
    if (signer) await update({ body: { signerId: signer.signerId, ...values } })
    else await create({ body: values })
    notify('The signature block is saved.')
    onClose()
  }
  const title = signer ? `Signature block of ${signer.name}` : 'New signature block'
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <Form schema={schema} values={signer ?? blank} onSubmit={submit} label={title}>
        <ErrorSummary />
        <Field
          name="userId"
          label="Signs for"
          options={staff}
          help="The person whose decisions this block signs."
        />
        <FieldRow>
          <Field name="name" />
          <Field name="title" />
        </FieldRow>
        <FieldRow>
          <Field name="department" />
          <Field name="phoneNumber" kind="phone" width={180} />
        </FieldRow>
        <Field name="endLine" help="Below the block, such as “cc: file”." />
        <PictureField name="image" label="Signature picture" alt="The signature as it appears in letters" />
        <Field name="active" words="Active: used for new letters" />
        <FormButtons save={null} submit="Save signature block" />
      </Form>
    </Dialog>
  )
}
