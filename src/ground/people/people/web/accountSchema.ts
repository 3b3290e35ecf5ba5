import { z } from 'zod'
import { roles } from '#kernel/model/access.ts'
import { choiceField, ref } from '#kernel/model/field.ts'
import { rightsAsOf } from '../model/calls.ts'
import { AppUser, type UserDetail } from '../model/entities.ts'
import { accountFaults, offices, roleLabels } from '../model/rules.ts'

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

/** The values of the account form, in wire shape. */
export type AccountValues = z.infer<typeof shape>

/** The rules of an account, the same the server runs. */
const check = (values: AccountValues, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): void => {
  for (const { field, message } of accountFaults({ ...values, roleId: values.role }))
    addIssue({ code: 'custom', path: [field], message: message.replace(/^[^:]+: /, '') })
}
export const accountSchema = shape.superRefine((values, context) => check(values, context))
/** A new account may begin with the properties and rights of a colleague. */
export const newAccountSchema = shape
  .extend({ rightsAsOf })
  .superRefine((values, context) => check(values, context))

/** The form values of a stored account. */
export const getPeopleValues = (person: UserDetail): AccountValues & { version: number } => ({
  ...newAccount(person.managementCompanyId),
  ...(Object.fromEntries(
    Object.keys(shape.shape)
      .filter((name) => name !== 'role')
      .map((name) => [name, person[name as keyof UserDetail]]),
  ) as Partial<AccountValues>),
  role: person.roleId,
  version: person.version,
})

/** A new account, of a company when one is given. */
export const newAccount = (managementCompanyId: number | null): AccountValues => ({
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

/** The roles the caller can give. */
export const roleOptions = (agency: boolean) =>
  Object.entries(roleLabels)
    .map(([value, label]) => ({ value: Number(value), label }))
    .filter(({ value }) => agency || value > roles.agencyRead)

/** The offices to choose from. */
export const officeOptions = Object.entries(offices).map(([value, label]) => ({ value, label }))

/** The payload: an agency account without company fields, a company account without agency fields. */
export function getPayload(values: AccountValues): Omit<AccountValues, 'role'> & { role: number } {
  const agency = isAgencyRole(values.role)
  const ofOtherSide = agency
    ? { managementCompanyId: null, isMcAdmin: false }
    : { isAdmin: false, isManager: false, isInspector: false, kcSl: null }
  return { ...values, ...ofOtherSide, role: values.role ?? roles.generalUser }
}

/** Whether a role belongs to the agency. */
export const isAgencyRole = (role: number | null): boolean =>
  role === roles.agencyWrite || role === roles.agencyRead
