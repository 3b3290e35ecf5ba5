import { useMemo } from 'react'
import type { z } from 'zod'
import { AddressFields } from '#core/platform/lookups/web/index.ts'
import { notify } from '#kernel/web/notices.ts'
import { useSend } from '#kernel/web/queries.ts'
import { ErrorSummary } from '#ui/form/ErrorSummary.tsx'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { Form } from '#ui/form/Form.tsx'
import { FormButtons } from '#ui/form/FormButtons.tsx'
import { type CompanyDetail, managementCompanies } from '../model/calls.ts'
import { contactDetails, ManagementCompany } from '../model/entities.ts'
import { quarterOptions, statusOptions } from './words.ts'

const companyFields = ManagementCompany.row.omit({
  managementCompanyId: true,
  aliasOf: true,
  mergedAt: true,
  version: true,
  createdAt: true,
})

const Field = getField(companyFields)

type CompanyFields = z.infer<typeof companyFields>

const blank: CompanyFields = {
  name: '',
  legalName: null,
  einLast4: null,
  address: null,
  city: null,
  state: 'MO',
  zip: null,
  phone: null,
  fax: null,
  email: null,
  website: null,
  status: 1,
  defaultQuarter: null,
  notes: null,
}

const pickContactDetails = (values: CompanyFields): Partial<CompanyFields> =>
  Object.fromEntries(Object.entries(values).filter(([field]) => contactDetails.has(field)))

/**
 * The form of a company; `company` is null for a new one. The agency's writers change every field, a
 * primary user only the contact details. `onSaved` is called with the company's id.
 */
export function CompanyForm({
  company,
  agency,
  onSaved,
}: {
  company: CompanyDetail | null
  agency: boolean
  onSaved?: (companyId: number) => void
}) {
  const create = useSend(managementCompanies.create, { quiet: true })
  const update = useSend(managementCompanies.update, { quiet: true })
  const values = useMemo(() => (company ? companyFields.parse(company) : blank), [company])
  const canEdit = company?.canEdit ?? 'all'
  const save = async (payload: Record<string, unknown>) => {
    const record = companyFields.parse(payload)
    const body = canEdit === 'all' ? record : pickContactDetails(record)
    const saved = company
      ? await update({
          body: { ...body, managementCompanyId: company.managementCompanyId, version: company.version },
        })
      : await create({ body })
    notify(`${saved.name} is saved.`)
    onSaved?.(saved.managementCompanyId)
  }
  const isReadOnly = canEdit !== 'all'
  return (
    <Form
      schema={companyFields}
      values={values}
      onSave={save}
      strict
      readOnly={canEdit === 'nothing'}
      label="Company"
    >
      <ErrorSummary />
      <FieldRow>
        <Field name="name" readOnly={isReadOnly} />
        <Field name="legalName" readOnly={isReadOnly} />
      </FieldRow>
      <FieldRow>
        <Field
          name="status"
          options={statusOptions}
          readOnly={isReadOnly || company?.aliasOf != null}
          width={220}
        />
        <Field
          name="defaultQuarter"
          kind="choice"
          options={quarterOptions}
          readOnly={isReadOnly}
          width={300}
        />
        {agency && <Field name="einLast4" readOnly={isReadOnly} width={200} />}
      </FieldRow>
      <AddressFields />
      <FieldRow>
        <Field name="phone" width={180} />
        <Field name="fax" width={180} />
      </FieldRow>
      <FieldRow>
        <Field name="email" />
        <Field name="website" />
      </FieldRow>
      {agency && <Field name="notes" readOnly={isReadOnly} help="For the agency alone." />}
      <FormButtons save={company ? 'Save company' : 'Add company'} primary />
    </Form>
  )
}
