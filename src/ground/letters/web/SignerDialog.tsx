import { Modal } from '@mantine/core'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import type { Row } from '#kernel/model/entity.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Field, FieldRow } from '#ui/form/Field.tsx'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { signers } from '../model/calls.ts'
import { Signer } from '../model/entities.ts'
import { imageFault, MOST_IMAGE_BYTES } from '../model/image.ts'
import { dataUrlOf } from './picture.ts'
import styles from './Signers.module.css'

type SignerRow = Row<typeof Signer>

const schema = Signer.row.omit({ signerId: true })
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

/** Adds a signature block or changes one; `signer` null for a new one. `staff` are those it may stand for. */
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
    <Modal opened onClose={onClose} title={title} size="lg">
      <Form schema={schema} values={signer ?? blank} onSubmit={submit} label={title}>
        <ErrorSummary />
        <Field name="userId" label="Signs for" options={staff} help="Whose decisions this block stands under." />
        <FieldRow>
          <Field name="name" />
          <Field name="title" />
        </FieldRow>
        <FieldRow>
          <Field name="department" />
          <Field name="phoneNumber" kind="phone" width={180} />
        </FieldRow>
        <Field name="endLine" help="Below the block, such as “cc: file”." />
        <Picture />
        <Field name="active" words="Active: stands under new letters" />
        <FormButtons save={null} submit="Save signature block" />
      </Form>
    </Modal>
  )
}

/** The signature itself, drawn or scanned, as it will stand in a letter: on white, whatever the screen wears. */
function Picture() {
  const { form } = useFormParts()
  const image = useWatch({ control: form.control, name: 'image' }) as string | null
  const replaces = useRef(false)
  const set = (value: string | null) => form.setValue('image', value, { shouldDirty: true })
  const take = async (file: File) => {
    const read = await dataUrlOf(file)
    const fault = imageFault(read)
    if (fault) throw new Error(fault)
    replaces.current = form.getValues('image') !== null
    set(read)
  }
  // After a replacement the old picture is gone already.
  const remove = async () => {
    if (!replaces.current) set(null)
    replaces.current = false
  }
  return (
    <>
      <FileDrop
        label="Signature picture"
        endings={['.png', '.jpg', '.jpeg']}
        maxBytes={MOST_IMAGE_BYTES}
        maxFiles={1}
        files={image ? [{ id: 1, name: 'Signature' }] : []}
        upload={take}
        onRemove={remove}
      />
      {image && <img src={image} alt="The signature as it stands in letters" className={styles.picture} />}
    </>
  )
}
