import { Fieldset, Stack } from '@mantine/core'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { managementCompanies } from '#core/people/companies/model/index.ts'
import { ManagementCompanyStatus } from '#core/platform/lookups/model/index.ts'
import { useCall } from '#kernel/web/queries.ts'
import { FieldRow, getField } from '#ui/form/Field.tsx'
import { useFormParts } from '#ui/form/formContext.ts'
import { useSession } from '#ui/frame/hooks.ts'
import { getMcUsers } from '../model/calls.ts'
import {
  type AccountValues,
  getRoleOptions,
  isAgencyRole,
  newAccountSchema,
  officeOptions,
} from './accountSchema.ts'
import { usePeopleRights } from './words.ts'

const Field = getField(newAccountSchema)

/**
 * The fields of an account. The chosen role decides which ones are offered. `own`: the caller's account,
 * whose address has its own form. `fresh`: a new account, which may start with a colleague's rights.
 */
export function AccountFields({ own = false, fresh = false }: { own?: boolean; fresh?: boolean }) {
  const { form } = useFormParts<AccountValues>()
  const { agency } = usePeopleRights()
  const role = useWatch({ control: form.control, name: 'role' })
  return (
    <Stack gap="md" maw="60rem">
      <Fieldset legend="Person">
        <FieldRow>
          <Field name="firstName" />
          <Field name="lastName" />
        </FieldRow>
        <FieldRow>
          <Field name="userName" help="Used to sign in; capital and small letters are the same. No spaces." />
          <Field
            name="email"
            readOnly={own}
            help="One person’s address: links to choose a password go there."
          />
          <Field name="phone" width={180} />
        </FieldRow>
      </Fieldset>
      <Fieldset legend="Role">
        <Field name="role" options={getRoleOptions(agency)} required width="min(26rem, 100%)" />
        {isAgencyRole(role) ? <AgencyFields /> : <CompanyFields agency={agency} />}
      </Fieldset>
      {fresh && !isAgencyRole(role) && (
        <Fieldset legend="Properties and rights">
          <RightsAsOf />
        </Fieldset>
      )}
    </Stack>
  )
}

const AgencyFields = () => (
  <>
    <Field name="isAdmin" words="Agency administrator: users, permissions, settings, forced changes" />
    <Field name="isManager" words="Agency manager: approves what was reviewed" />
    <Field name="isInspector" words="Inspector: visits properties" />
    <Field name="kcSl" options={officeOptions} width="min(26rem, 100%)" />
  </>
)

function CompanyFields({ agency }: { agency: boolean }) {
  const { isMcAdmin } = useSession()
  return (
    <>
      {agency && <CompanyField />}
      {(agency || isMcAdmin) && (
        <Field
          name="isMcAdmin"
          words="Company administrator: passes every check on all properties of the company"
        />
      )}
    </>
  )
}

/** Chooses a colleague of the chosen company whose properties and permissions the new person starts with. */
function RightsAsOf() {
  const { form } = useFormParts<AccountValues>()
  const { agency } = usePeopleRights()
  const company = useWatch({ control: form.control, name: 'managementCompanyId' })
  const people = useCall(getMcUsers, {})
  const options = useMemo(
    () =>
      people
        .filter((person) => !agency || person.managementCompanyId === company)
        .map((person) => ({ value: person.userId, label: `${person.name} (${person.userName})` })),
    [people, agency, company],
  )
  return (
    <Field
      name="rightsAsOf"
      options={options}
      help="The same properties and permissions as this colleague. Leave it empty to choose them afterwards."
      width="min(26rem, 100%)"
    />
  )
}

function CompanyField() {
  const companies = useCall(managementCompanies.getAll, {})
  const options = useMemo(
    () =>
      companies
        .map(({ managementCompanyId, name, status }) => ({
          value: managementCompanyId,
          label: name,
          disabled: status === ManagementCompanyStatus.Inactive,
        }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [companies],
  )
  return (
    <Field
      name="managementCompanyId"
      options={options}
      help="Empty for an owner without a company. A person who changes companies loses all rights on the former company’s properties."
      width="min(40rem, 100%)"
    />
  )
}
