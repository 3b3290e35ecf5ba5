import { z } from 'zod'
import { roles } from '#kernel/model/access.ts'
import { choiceField, ref } from '#kernel/model/field.ts'
import { rightsAsOf } from '../model/calls.ts'
import { AppUser, type UserDetail } from '../model/entities.ts'
import { findAccountFaults, offices, roleLabels } from '../model/rules.ts'

const { fields } = AppUser
const shape = z.object({
  firstName: fields.firstName,
  lastName: fields.lastName,
  userName: fields.userName,
  email: fields.email,
  phone: fields.phone,
  role: ref('Role', 'Role'),
  managementCompanyId: fields.managementCompanyId,
  isMcAdmin: fields.isMcAdmin,
  isAdmin: fields.isAdmin,
  isManager: fields.isManager,
  isInspector: fields.isInspector,
  kcSl: choiceField('Office', Object.keys(offices) as ['KC', 'SL']).nullable(),
})

/** The values of the account form, as they are sent. */
export type AccountValues = z.infer<typeof shape>

/** Applies the same rules as the server to an account. */
const addFaults = (values: AccountValues, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): void => {
  for (const { field, message } of findAccountFaults({ ...values, roleId: values.role }))
    addIssue({ code: 'custom', path: [field], message: message.replace(/^[^:]+: /, '') })
}
/** The schema of the form of a stored account. */
export const accountSchema = shape.superRefine((values, context) => addFaults(values, context))
/** The schema of a new account, which may start with the properties and rights of a colleague. */
export const newAccountSchema = shape
  .extend({ rightsAsOf })
  .superRefine((values, context) => addFaults(values, context))

/** The form values of a stored account. */
export const getAccountValues = (person: UserDetail): AccountValues & { version: number } => ({
  ...createBlankAccount(person.managementCompanyId),
  ...(Object.fromEntries(
    Object.keys(shape.shape)
      .filter((name) => name !== 'role')
      .map((name) => [name, person[name as keyof UserDetail]]),
  ) as Partial<AccountValues>),
  role: person.roleId,
  version: person.version,
})

/** The blank values of a new account of this company, or of none. */
export const createBlankAccount = (managementCompanyId: number | null): AccountValues => ({
  firstName: '',
  lastName: '',
  userName: '',
  email: '',
  phone: null,
  role: roles.generalUser,
  managementCompanyId,
  isMcAdmin: false,
  isAdmin: false,
  isManager: false,
  isInspector: false,
  kcSl: null,
})

/** The roles that the caller can give; a company's people cannot give roles of the agency. */
export const getRoleOptions = (agency: boolean) =>
  Object.entries(roleLabels)
    .map(([value, label]) => ({ value: Number(value), label }))
    .filter(({ value }) => agency || value > roles.agencyRead)

/** The options for the agency's office. */
export const officeOptions = Object.entries(offices).map(([value, label]) => ({ value, label }))

/** The values to send: an agency account without company fields, a company account without agency fields. */
export function getAccountPayload(values: AccountValues): Omit<AccountValues, 'role'> & { role: number } {
  const agency = isAgencyRole(values.role)
  const clearedFields = agency
    ? { managementCompanyId: null, isMcAdmin: false }
    : { isAdmin: false, isManager: false, isInspector: false, kcSl: null }
  return { ...values, ...clearedFields, role: values.role ?? roles.generalUser }
}

/** Whether a role belongs to the agency. */
export const isAgencyRole = (role: number | null): boolean =>
  role === roles.agencyWrite || role === roles.agencyRead
