import { Stack } from '@mantine/core'
import { useState } from 'react'
import { fillPlaceholders } from '#core/correspondence/letters/model/index.ts'
import { escapeHtml } from '#core/correspondence/outbox/model/index.ts'
import type { Answer } from '#kernel/model/call.ts'
import { plural } from '#kernel/model/formats.ts'
import { ApiError, ask } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'
import { useConfirm } from '#ui/frame/Confirm.tsx'
import { getEmailData, getTemplate, previewEmail, sendEmail, type TemplateLine } from '../model/calls.ts'
import { Audience } from './Audience.tsx'
import { Attachments, CountButton, type Files, getMailTemplateBody, MailTextFields } from './MailParts.tsx'
import { RecipientFields } from './RecipientFields.tsx'
import { emptyMail, type MailValues, mailSchema } from './schema.ts'

/**
 * Builds the values of a new mail from a template. A mail has no own placeholders, so those of the template
 * are filled in.
 */
async function buildMailFromTemplate(templateId: number): Promise<typeof emptyMail> {
  const { kind, subject, emailBody, additionalParameters } = await ask(getTemplate, {
    params: { id: templateId },
  })
  const ownValues = Object.fromEntries(additionalParameters.map(({ name, value }) => [name, value]))
  const inHtml = Object.fromEntries(
    Object.entries(ownValues).map(([name, value]) => [name, escapeHtml(value)]),
  )
  return {
    ...emptyMail,
    kind,
    subject: fillPlaceholders(subject, ownValues),
    message: fillPlaceholders(emailBody, inHtml),
  }
}

function getQuestion(people: string, silent: number) {
  const without = silent > 0 ? ` ${plural(silent, 'person has', 'people have')} no address.` : ''
  return {
    title: `Send this mail to ${people}?`,
    text: `It cannot be called back.${without}`,
    confirmLabel: `Send to ${people}`,
  }
}

/** The form for a bulk mail: recipients, text and files, with a preview and count before it is sent. */
export function ComposeMail({
  templates,
  onSent,
}: {
  templates: readonly TemplateLine[]
  onSent: () => void
}) {
  const data = useCall(getEmailData, {})
  const send = useSend(sendEmail, { quiet: true })
  const preview = useSend(previewEmail, { quiet: true })
  const confirm = useConfirm()
  const [start, setStart] = useState<{ templateId: number | null; values: typeof emptyMail }>({
    templateId: null,
    values: emptyMail,
  })
  const [files, setFiles] = useState<Files>([])
  const [audience, setAudience] = useState<Answer<typeof previewEmail> | null>(null)
  const applyTemplate = async (selected: unknown) => {
    if (typeof selected !== 'number') return
    // If the template could not be loaded, that was reported already and the mail is not changed.
    const values = await buildMailFromTemplate(selected).catch(() => null)
    if (values) setStart({ templateId: selected, values })
  }
  const submit = async (payload: Record<string, unknown>) => {
    const body = {
      ...getMailTemplateBody(payload as MailValues),
      attachments: files,
      emailTemplateId: start.templateId,
    }
    const { total, withoutAddress } = await preview({ body })
    const people = plural(total, 'recipient', 'recipients')
    if (total > 0 && !(await confirm(getQuestion(people, withoutAddress.length))).confirmed)
      throw new ApiError(0, 'Nothing was sent.')
    await send({ body })
    notify(`The mail goes to ${people}.`)
    onSent()
  }
  return (
    <Form
      key={start.templateId ?? 0}
      schema={mailSchema}
      values={start.values}
      onSubmit={submit}
      label="Mail to many"
    >
      <Stack gap="md">
        <ErrorSummary />
        <ChoiceInput
          label="Begin with a template"
          value={start.templateId}
          options={templates.map((template) => ({ value: template.emailTemplateId, label: template.name }))}
          onChange={(selected) => void applyTemplate(selected)}
        />
        <RecipientFields data={data} typesField="contactTypeIds" />
        <MailTextFields />
        <Attachments files={files} onChange={setFiles} />
        <FormButtons save={null} submit="Send mail">
          <CountButton onFound={setAudience} />
        </FormButtons>
        {audience && <Audience found={audience} />}
      </Stack>
    </Form>
  )
}
