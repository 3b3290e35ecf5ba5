import { Fieldset } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatMoney } from '#kernel/model/money.ts'
import { ask } from '#kernel/web/api.ts'
import { buildCallQuery } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { Facts } from '#ui/frame/Facts.tsx'
import { useSession } from '#ui/frame/hooks.ts'
import { Section } from '#ui/frame/Section.tsx'
import { getComputation, saveComputation } from '../model/calls.ts'
import { ComputationOfDistributions } from '../model/entities.ts'
import type { ComputationView } from '../model/views.ts'
import { refetchOnConflict } from './conflict.ts'

const schema = ComputationOfDistributions.row.pick({
  principalPaid: true,
  paidDeclared: true,
  comments: true,
  version: true,
})

const Field = getField(schema)

const AUTOSAVE_SECONDS = 3

type ViewProps = { view: ComputationView }

/**
 * The company's entries about the year: principal paid if the balance sheet does not show it, and payments
 * by its books.
 */
export const CompanyPart = ({ view, editing }: ViewProps & { editing: boolean }) =>
  editing ? <CompanyForm view={view} /> : <CompanyFacts view={view} />

const CompanyFacts = ({ view: { principal, paidDeclared, comments, year } }: ViewProps) => (
  <Section title="What the company says">
    <Facts
      facts={[
        { label: 'Principal paid to date', value: formatMoney(principal) },
        {
          label: `Paid in ${year}, by the books`,
          value: paidDeclared === null ? '' : formatMoney(paidDeclared),
        },
        { label: 'Comments', value: comments, wide: true },
      ]}
    />
  </Section>
)

function CompanyForm({ view }: ViewProps) {
  const client = useQueryClient()
  const { userId } = useSession()
  const { principal, afsId } = view
  const values = useMemo(() => schema.parse(view), [view])
  const save = async (payload: Record<string, unknown>) => {
    const params = { afsId }
    const { queryKey } = buildCallQuery(getComputation, { params })
    const saved = await ask(saveComputation, { params, body: schema.parse(payload) }, { quiet: true }).catch(
      refetchOnConflict(client, queryKey),
    )
    client.setQueryData(queryKey, saved)
    return schema.parse(saved)
  }
  return (
    <Form
      schema={schema}
      values={values}
      onSave={save}
      autosave={AUTOSAVE_SECONDS}
      draftKey={`${userId}/computation/${afsId}`}
      label="What the company says"
    >
      <Fieldset legend="What the company says">
        <ErrorSummary />
        <FieldRow>
          <Field
            name="principalPaid"
            width={220}
            help={
              view.figure
                ? `The agency’s equity figure counts ${formatMoney(principal)}.`
                : `Empty: ${formatMoney(principal)}, by which the mortgages of the balance sheet have come down.`
            }
          />
          <Field name="paidDeclared" width={300} />
        </FieldRow>
        <Field name="comments" rows={2} />
        <FormButtons save={null} />
      </Fieldset>
    </Form>
  )
}
