import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '#kernel/model/call.ts'
import { ApiError } from '#kernel/web/api.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { useReadOnly } from '#kernel/web/readOnly.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { ChoiceInput } from '#ui/form/inputs/choice.tsx'
import { RichText } from '#ui/form/RichText.tsx'
import { previewTemplate, sendTest } from '../model/calls.ts'
import styles from './mail.module.css'
import type { TemplateValues } from './schema.ts'

type PreviewedMail = Answer<typeof previewTemplate>

/** Shows a mail with its subject, rich text and plain-text version. */
export function MailPreview({ mail }: { mail: PreviewedMail }) {
  return (
    <article className={styles.mail} aria-label="Preview of the mail">
      <h3>{mail.subject || 'No subject'}</h3>
      {mail.missing.length > 0 && (
        <p role="status" className={styles.missing}>
          Without a value here: {mail.missing.map((name) => `{{${name}}}`).join(', ')}
        </p>
      )}
      <RichText html={mail.html} />
      <details>
        <summary>As plain text</summary>
        <pre className={styles.plain}>{mail.text}</pre>
      </details>
    </article>
  )
}

/**
 * Previews the draft in the form as it would be sent about a real property, and sends it to the user as a
 * test. Users who may only read see it for the first property, because they cannot choose in a form.
 */
export function TemplatePreview({ properties }: { properties: readonly { value: number; label: string }[] }) {
  const { form } = useFormParts<TemplateValues>()
  const { applyFaults } = useFormActions()
  const readOnly = useReadOnly()
  const preview = useSend(previewTemplate)
  const test = useSend(sendTest)
  const [propertyId, setPropertyId] = useState<number | null>(properties[0]?.value ?? null)
  const [previewMail, setPreviewMail] = useState<PreviewedMail | null>(null)
  const body = () => {
    const { kind, subject, emailBody, additionalParameters } = form.getValues()
    return { kind, subject: subject ?? '', emailBody: emailBody ?? '', additionalParameters, propertyId }
  }
  const runWithFaults = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.faults.length > 0) applyFaults(error.faults)
      notify(error instanceof ApiError ? error.message : 'This could not be done.', { kind: 'warning' })
    }
  }
  const show = () => runWithFaults(async () => setPreviewMail(await preview({ body: body() })))
  const sendTestMail = () =>
    runWithFaults(async () => notify(`A test is on its way to ${(await test({ body: body() })).sentTo}.`))
  return (
    <section aria-label="Preview" className={styles.preview}>
      <h2>Preview</h2>
      <Group align="end">
        {!readOnly && (
          <div className={styles.property}>
            <ChoiceInput
              label="With the property"
              value={propertyId}
              options={properties}
              onChange={(selected) => setPropertyId(typeof selected === 'number' ? selected : null)}
            />
          </div>
        )}
        <Button variant="default" onClick={() => void show()}>
          Show preview
        </Button>
        {!readOnly && (
          <Button variant="default" onClick={() => void sendTestMail()}>
            Send a test to yourself
          </Button>
        )}
      </Group>
      {previewMail && <MailPreview mail={previewMail} />}
    </section>
  )
}
