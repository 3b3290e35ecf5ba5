import { Fieldset, Stack } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormActions, useFormParts } from '#ui/form/formContext.ts'
import { getLineItems } from '#ui/form/LineItems.tsx'
import { createTemplate, getEmailData, type TemplateDetail, updateTemplate } from '../model/calls.ts'
import { mailKinds, repeats, scheduleTypes } from '../model/entities.ts'
import { TemplatePreview } from './Preview.tsx'
import { RecipientFields } from './RecipientFields.tsx'
import {
  getFilter,
  getPlaceholderInserts,
  getTemplateValues,
  type TemplateValues,
  templateSchema,
} from './schema.ts'

const Field = getField(templateSchema)
const LineItems = getLineItems(templateSchema)

const asOptions = (values: readonly string[]) => values.map((value) => ({ value, label: value }))
const scheduleColumns = [
  { name: 'date', width: 170 },
  { name: 'repeat', options: asOptions(repeats), width: 150 },
  { name: 'type', options: asOptions(scheduleTypes), width: 210 },
  { name: 'active', width: 90 },
] as const
const blankSchedule = { date: null, repeat: 'Once', type: 'Calendar day', active: true }
const ownColumns = [{ name: 'name', width: 220 }, { name: 'value' }] as const

/** The form for the text, recipients and schedules of a template, with a preview. */
export function TemplateForm({ template }: { template: TemplateDetail }) {
  const data = useCall(getEmailData, {})
  const create = useSend(createTemplate, { quiet: true })
  const update = useSend(updateTemplate, { quiet: true })
  const values = useMemo(() => getTemplateValues(template), [template])
  const { emailTemplateId } = template
  const [created, setCreated] = useState<number | null>(null)
  const save = async (payload: Record<string, unknown>) => {
    const parsed = templateSchema.parse(payload) as TemplateValues
    const body = { ...parsed, properties: getFilter(parsed) }
    const saved = emailTemplateId
      ? await update({ body: { ...body, emailTemplateId, version: template.version } })
      : await create({ body })
    notify('The template is saved.')
    if (!emailTemplateId) setCreated(saved.emailTemplateId)
  }
  return (
    <Form schema={templateSchema} values={values} onSave={save} strict label="Mail template">
      <Stack gap="md">
        <ErrorSummary />
        <OpenCreated templateId={created} />
        <Fieldset legend="Template">
          <FieldRow>
            <Field name="name" />
            <Field name="kind" options={asOptions(mailKinds)} width={160} />
          </FieldRow>
          <Field name="description" kind="longText" rows={2} />
          <Field name="active" words="Active: sent by its schedules" />
        </Fieldset>
        <TextFields />
        <RecipientFields data={data} typesField="typeIds">
          <Field name="sendToCreatedBy" words="The person who made this template" />
        </RecipientFields>
        <LineItems name="schedules" columns={scheduleColumns} blank={blankSchedule} maxLines={50} />
        <FormButtons save="Save template" primary />
        <TemplatePreview properties={data.properties} />
      </Stack>
    </Form>
  )
}

/**
 * Opens the created template once the form counts as saved, so that the user is not asked about unsaved
 * changes.
 */
function OpenCreated({ templateId }: { templateId: number | null }) {
  const { changed } = useFormActions()
  const navigate = useNavigate()
  useEffect(() => {
    if (templateId !== null && !changed) void navigate(`/emailTemplate/${templateId}`, { replace: true })
  }, [templateId, changed, navigate])
  return null
}

function TextFields() {
  const { form } = useFormParts<TemplateValues>()
  const [kind, ownPlaceholders] = useWatch({ control: form.control, name: ['kind', 'additionalParameters'] })
  return (
    <Fieldset legend="Mail">
      <Field name="subject" help="Placeholders in two braces, as {{propertyName}}, may be used here, too." />
      <Field
        name="emailBody"
        kind="richText"
        inserts={getPlaceholderInserts(kind, ownPlaceholders)}
        help="Write nothing about households; link to the portal instead."
      />
      <LineItems
        name="additionalParameters"
        columns={ownColumns}
        blank={{ name: '', value: '' }}
        maxLines={20}
      />
    </Fieldset>
  )
}
