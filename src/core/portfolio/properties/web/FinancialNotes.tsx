import { useMemo } from 'react'
import { z } from 'zod'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { updateFinancialNotes } from '../model/contentCalls.ts'
import { Property } from '../model/entities.ts'
import { useSaveVersion } from './saveVersion.ts'
import type { PropertyDetail } from './types.ts'
import { useWrite } from './useWrite.ts'

const schema = z.object({ notes: Property.fields.financialNotes })

const Field = getField(schema)

type Values = z.infer<typeof schema> & { version: number }

/** The form with the agency's notes on a property's finances. */
export function FinancialNotes({ detail, editable }: { detail: PropertyDetail; editable: boolean }) {
  const write = useWrite()
  const { userId } = useSession()
  const { propertyId } = detail
  const values = useMemo<Values>(() => ({ notes: detail.financialNotes, version: detail.version }), [detail])
  const presentVersion = useSaveVersion(values)
  const save = async (payload: Record<string, unknown>) => {
    const { notes, version } = payload as Values
    const body = { propertyId, notes, version: presentVersion(version) }
    await write(updateFinancialNotes, { body }, 'The notes are saved.')
  }
  return (
    <Form
      schema={schema}
      values={values}
      onSave={save}
      strict
      readOnly={!editable}
      draftKey={`${userId}/FinancialNotes/${propertyId}`}
      label="Financial notes"
    >
      <ErrorSummary />
      <Field name="notes" rows={10} help="Companies never see these notes." />
      <FormButtons save="Save notes" primary />
    </Form>
  )
}
