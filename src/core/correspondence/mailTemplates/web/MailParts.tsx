import { Button, Fieldset } from '@mantine/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import type { Answer } from '#kernel/model/call.ts'
import { acceptedTypes, fileLimits } from '#kernel/model/fileTypes.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { FileDrop } from '#ui/form/FileDrop.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { attachToEmail, previewEmail } from '../model/calls.ts'
import { mailKinds } from '../model/entities.ts'
import { getFilter, getPlaceholderInserts, type MailValues } from './schema.ts'

const Field = getField<MailValues>()

const endings = Object.keys(acceptedTypes).map((ending) => `.${ending}`)
const MAX_FILES = 10

/** The stored files that are attached to a mail. */
export type Files = Answer<typeof attachToEmail>

/** Converts the values of the form to the payload. */
export const getMailTemplateBody = ({
  subject,
  message,
  kind,
  contactTypeIds,
  userIds,
  sendToMcAdmin,
  sendToCertifiedBy,
  ...rest
}: MailValues) => ({
  subject,
  message,
  kind,
  contactTypeIds,
  who: { properties: getFilter(rest), userIds, sendToMcAdmin, sendToCertifiedBy },
})

/** A button that counts the recipients of the draft and previews it for the first of them. */
export function CountButton({ onFound }: { onFound: (audience: Answer<typeof previewEmail>) => void }) {
  const { form } = useFormParts<MailValues>()
  const { applyFaults } = useFormActions()
  const preview = useSend(previewEmail)
  const count = async () => {
    try {
      const values = form.getValues()
      onFound(
        await preview({
          body: {
            ...getMailTemplateBody(values),
            subject: values.subject || ' ',
            message: values.message || ' ',
          },
        }),
      )
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) applyFaults(error.faults)
      notify(error instanceof ApiError ? error.message : 'This could not be done.', { kind: 'warning' })
    }
  }
  return (
    <Button variant="default" onClick={() => void count()}>
      Count and preview
    </Button>
  )
}

const kinds = mailKinds.map((value) => ({ value, label: value }))

/** The form fields for the kind, subject and text of a bulk mail. */
export function MailTextFields() {
  const { form } = useFormParts<MailValues>()
  const kind = useWatch({ control: form.control, name: 'kind' })
  const inserts = useMemo(() => getPlaceholderInserts(kind), [kind])
  return (
    <Fieldset legend="Mail">
      <FieldRow>
        <Field name="subject" />
        <Field name="kind" options={kinds} width={160} />
      </FieldRow>
      <Field
        name="message"
        kind="richText"
        inserts={inserts}
        help="Write nothing about households; link to the portal instead."
      />
    </Fieldset>
  )
}

/** The field for the files of a bulk mail. Each file is uploaded at once and sent later with the mail. */
export function Attachments({ files, onChange }: { files: Files; onChange: (files: Files) => void }) {
  const upload = async (file: File) => {
    const body = new FormData()
    body.append('files[]', file)
    onChange([...files, ...(await ask(attachToEmail, { body }, { quiet: true }))])
  }
  return (
    <FileDrop
      label="Attachments"
      endings={endings}
      maxBytes={fileLimits.bytes}
      maxFiles={MAX_FILES}
      files={files.map((file) => ({
        id: file.contentHash,
        name: file.fileName,
        size: file.sizeBytes,
        type: file.contentType,
      }))}
      upload={upload}
      onRemove={async (file) => onChange(files.filter((item) => item.contentHash !== file.id))}
    />
  )
}
