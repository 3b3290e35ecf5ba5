import { Alert, Fieldset, Stack } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { managementCompanies } from '#core/people/companies/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useFormActions } from '#ui/form/formContext.ts'
import { useMay, useNumericParams, useSession } from '#ui/frame/hooks.ts'
import { EmptyState, Screen } from '#ui/frame/Screen.tsx'
import { getProjectObject, projects } from '../model/calls.ts'
import { getCompanyOptions } from './companyOptions.ts'
import { DateFields, IdentityFields, LocationFields } from './PropertyFields.tsx'
import { getNewPropertyValues, newPropertySchema } from './propertyForm.ts'
import { useWrite } from './useWrite.ts'
import { getPropertyPath } from './words.ts'

const Field = getField(newPropertySchema)

type Template = { propertyId: number; name: string } & Record<string, unknown>

/**
 * The screen for a new property, which starts as Conditional. If the address names a property, the form
 * starts with the values that it shares (B12).
 */
export default function NewProject() {
  const { propertyId } = useNumericParams('propertyId')
  const mayCreate = useMay(projects.create)
  if (!mayCreate)
    return (
      <Screen title="New property">
        <EmptyState title="Properties are added by the agency." />
      </Screen>
    )
  return propertyId === 0 ? <NewProperty template={null} /> : <FromTemplate propertyId={propertyId} />
}

function FromTemplate({ propertyId }: { propertyId: number }) {
  return <NewProperty key={propertyId} template={useCall(getProjectObject, { params: { propertyId } })} />
}

function NewProperty({ template }: { template: Template | null }) {
  const write = useWrite()
  const { userId } = useSession()
  const companies = useCall(managementCompanies.getAll, {})
  const [created, setCreated] = useState<number | null>(null)
  const values = useMemo(() => getNewPropertyValues(template), [template])
  const save = async (payload: Record<string, unknown>) => {
    const property = await write(projects.create, { body: payload }, 'The property is created.')
    setCreated(property.propertyId)
  }
  return (
    <Screen title="New property" breadcrumbs={[{ label: 'Properties', to: '/Projects' }]}>
      {template && (
        <Alert color="blue" role="note" title={`Copied from ${template.name}`}>
          Give it a name, a number, a place and dates of its own. Unit types and federal types are added once
          it exists.
        </Alert>
      )}
      <Form
        schema={newPropertySchema}
        values={values}
        onSave={save}
        strict
        draftKey={`${userId}/NewProject/${template?.propertyId ?? 0}`}
        label="New property"
      >
        <Stack gap="md">
          <ErrorSummary />
          <Fieldset legend="Identity">
            <IdentityFields />
            <Field
              name="managementCompanyId"
              options={getCompanyOptions(companies)}
              width="min(26rem, 100%)"
            />
          </Fieldset>
          <Fieldset legend="Location">
            <LocationFields />
          </Fieldset>
          <Fieldset legend="Dates">
            <DateFields />
          </Fieldset>
          <FormButtons save="Create property" primary />
          <OpenCreated propertyId={created} />
        </Stack>
      </Form>
    </Screen>
  )
}

/**
 * Opens the created property once the form counts as saved, so that the user is not asked about unsaved
 * changes.
 */
function OpenCreated({ propertyId }: { propertyId: number | null }) {
  const { changed } = useFormActions()
  const navigate = useNavigate()
  useEffect(() => {
    if (propertyId !== null && !changed) void navigate(getPropertyPath(propertyId), { replace: true })
  }, [propertyId, changed, navigate])
  return null
}
