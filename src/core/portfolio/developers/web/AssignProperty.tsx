import { useMemo } from 'react'
import { z } from 'zod'
import { getProjectListQuery } from '#core/portfolio/properties/model/index.ts'
import { ref } from '#kernel/model/field.ts'
import { notify } from '#kernel/web/notices.ts'
import { useCall, useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Dialog } from '#ui/frame/Dialog.tsx'
import { updatePropertyDeveloper } from '../model/calls.ts'

const schema = z.object({ propertyId: ref('Property', 'Property').unwrap() })

const Field = getField(schema)

const emptyValues = { propertyId: null }

/** The dialog that assigns a property to a developer. The property's former assignment ends. */
export function AssignProperty({
  developer,
  present,
  onClose,
}: {
  developer: { developerId: number; name: string }
  present: ReadonlySet<number>
  onClose: () => void
}) {
  const { rows } = useCall(getProjectListQuery, { body: {} })
  const assign = useSend(updatePropertyDeveloper, { quiet: true })
  const options = useMemo(
    () =>
      rows
        .filter((row) => !present.has(row.propertyId))
        .map(({ propertyId, propertyName, propertyNumber, city }) => ({
          value: propertyId,
          label: [propertyName, city, propertyNumber].filter(Boolean).join(', '),
        })),
    [rows, present],
  )
  const submit = async (payload: Record<string, unknown>) => {
    const { propertyId } = schema.parse(payload)
    await assign({ params: { propertyId, developerId: developer.developerId } })
    notify('The property is assigned.')
    onClose()
  }
  return (
    <Dialog opened onClose={onClose} title={`Assign a property to ${developer.name}`}>
      <p>From today on. A developer who is named for it now goes into its history.</p>
      <Form schema={schema} values={emptyValues} onSubmit={submit} label="Assign property">
        <ErrorSummary />
        <Field name="propertyId" options={options} />
        <FormButtons save={null} submit="Assign property" />
      </Form>
    </Dialog>
  )
}
