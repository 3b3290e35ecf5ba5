import type { z } from 'zod'
import { AddressFields } from '#core/platform/lookups/web/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { developers } from '../model/calls.ts'
import { Developer } from '../model/entities.ts'

const developerFields = Developer.row.omit({ developerId: true, createdAt: true })

const Field = getField(developerFields)

type DeveloperFields = z.infer<typeof developerFields>

const blank: DeveloperFields = {
  name: '',
  contactName: null,
  address: null,
  city: null,
  state: 'MO',
  zip: null,
  phone: null,
  email: null,
  active: true,
  notes: null,
}

/** The dialog that changes `developer`, or adds a developer if it is null. */
export function DeveloperDialog({
  developer,
  onClose,
}: {
  developer: (DeveloperFields & { developerId: number }) | null
  onClose: () => void
}) {
  const create = useSend(developers.create, { quiet: true })
  const update = useSend(developers.update, { quiet: true })
  const submit = async (payload: Record<string, unknown>) => {
    const body = developerFields.parse(payload)
    const savedDeveloper = developer
      ? await update({ body: { ...body, developerId: developer.developerId } })
      : await create({ body })
    notify(`${savedDeveloper.name} is saved.`)
    onClose()
  }
  const title = developer ? developer.name : 'Add developer'
  return (
    <Dialog opened onClose={onClose} title={title} size="lg">
      <Form
        schema={developerFields}
        values={developer ? developerFields.parse(developer) : blank}
        onSubmit={submit}
        label={title}
      >
        <ErrorSummary />
        <Field name="name" />
        <Field name="contactName" help="Who speaks for it." />
        <AddressFields />
        <FieldRow>
          <Field name="phone" width={180} />
          <Field name="email" />
        </FieldRow>
        <Field name="notes" help="For the agency alone." />
        <Field name="active" words="Active: may be named for properties" />
        <FormButtons save={null} submit="Save developer" />
      </Form>
    </Dialog>
  )
}
