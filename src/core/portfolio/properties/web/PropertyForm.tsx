import { Alert, Fieldset } from '@mantine/core'
import { useMemo } from 'react'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { projects } from '../model/calls.ts'
import { DateFields, IdentityFields, LocationFields } from './PropertyFields.tsx'
import styles from './property.module.css'
import { type FormValues, getPropertyValues, propertySchema } from './propertyForm.ts'
import { useSaveVersion } from './saveVersion.ts'
import type { PropertyDetail } from './types.ts'
import { useWrite } from './useWrite.ts'

/** The form with a property's own fields: identity, location and dates. */
export function PropertyForm({ detail, editable }: { detail: PropertyDetail; editable: boolean }) {
  const write = useWrite()
  const { userId } = useSession()
  const { propertyId } = detail
  const values = useMemo(() => getPropertyValues(detail), [detail])
  const presentVersion = useSaveVersion(values)
  const save = async (payload: Record<string, unknown>) => {
    const form = payload as FormValues
    const body = { ...form, propertyId, version: presentVersion(form.version) }
    return getPropertyValues(await write(projects.update, { body }, 'The property is saved.'))
  }
  return (
    <Form
      schema={propertySchema}
      values={values}
      onSave={save}
      strict
      readOnly={!editable}
      draftKey={`${userId}/EditProject/${propertyId}`}
      label="Property"
    >
      <ErrorSummary />
      {editable && <Warnings warnings={detail.warnings} />}
      <Fieldset legend="Identity">
        <IdentityFields />
      </Fieldset>
      <Fieldset legend="Location">
        <LocationFields />
      </Fieldset>
      <Fieldset legend="Dates">
        <DateFields computed={detail.extendedUseComputed} />
      </Fieldset>
      <FormButtons save="Save property" primary />
    </Form>
  )
}

/** Shows warnings about the stored property, which do not prevent saving. */
function Warnings({ warnings }: Pick<PropertyDetail, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <Alert color="yellow" title="Please check">
      <ul className={styles.list}>
        {warnings.map((warning) => (
          <li key={warning.message}>{warning.message}</li>
        ))}
      </ul>
    </Alert>
  )
}
