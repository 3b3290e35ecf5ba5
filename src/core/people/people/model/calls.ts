import { z } from 'zod'
import { createLabelList } from '#core/platform/lookups/model/index.ts'
import { type Access, agency, company, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { code, flag, id, ref, text } from '#kernel/model/field.ts'
import { historyLine } from '#kernel/model/history.ts'
import { AppUser, UserDetail, UserLine } from './entities.ts'
import { roleLabels } from './rules.ts'

const path = '/api/users'
/** The access of the agency's administrators, and of a company's primary users for their own people. */
export const canManagePeople: Access = company('write', 'admin')
/** The access to read accounts: as `managing`, and any person of the agency. */
export const canReadPeople: Access = company('write', 'read')

const lines = z.array(UserLine)
const name = AppUser.fields.userName
const byUserId = z.object({ userId: id('User') })

/**
 * The generic calls. `PUT`, `POST` and `DELETE` apply the same rules as `register`, `editUser` and
 * `deleteUser`.
 */
export const users = controller(AppUser, { path, read: agency('read'), write: agency('admin') })

const accountFields = AppUser.row.pick({
  userName: true,
  firstName: true,
  lastName: true,
  email: true,
  phone: true,
  managementCompanyId: true,
  isAdmin: true,
  isManager: true,
  isMcAdmin: true,
  isInspector: true,
  kcSl: true,
})
const role = code('Role', 1, 4)

/** A colleague whose properties and permissions are copied to a new person. */
export const rightsAsOf = ref('Properties and rights as of', 'User')

export const register = call({
  method: 'POST',
  path: `${path}/Register`,
  access: canManagePeople,
  body: accountFields
    .partial({ phone: true, managementCompanyId: true, isAdmin: true, isManager: true, isMcAdmin: true })
    .partial({ isInspector: true, kcSl: true })
    .extend({ role, rightsAsOf: rightsAsOf.optional() }),
  answer: UserDetail,
  summary:
    'Create an account, optionally with the properties and permissions of a colleague, and mail the invitation',
})
export const editUser = call({
  method: 'PATCH',
  path: `${path}/EditUser`,
  access: canManagePeople,
  body: accountFields.partial().extend({
    userId: id('User').optional(),
    id: id('User').optional(),
    version: AppUser.fields.version.optional(),
    role: role.optional(),
    active: flag('Active').optional(),
    currentPassword: z.string().max(200).optional().meta({ label: 'Your password', kind: 'text' }),
  }),
  answer: UserDetail,
  summary:
    'Change an account; fields that are left out stay unchanged. Deactivating it ends its sessions at once. Changing one’s own address requires `currentPassword`',
})
export const createUserRole = call({
  method: 'POST',
  path: `${path}/CreateUserRole`,
  access: canManagePeople,
  body: z.object({ userId: id('User'), roleId: role }),
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
  summary: 'Replace the role of a person',
})
/** The id may come in the path or in the query, because the specification does not say where it is (C10). */
export const deleteUser = call({
  method: 'DELETE',
  path: `${path}/DeleteUser/:userId`,
  aliases: [`${path}/DeleteUser`],
  access: agency('admin'),
  params: byUserId.partial(),
  query: z.object({ userId: id('User').optional(), id: id('User').optional() }),
  answer: z.boolean(),
  summary: 'Remove a person: the account is closed and all permissions end; the history is preserved',
})
export const removeUserFromUserList = call({
  method: 'DELETE',
  path: `${path}/RemoveUserFromUserList/:id`,
  access: canManagePeople,
  params: z.object({ id: id('User') }),
  answer: z.boolean(),
  summary: 'Remove a person from the company and end all permissions at its properties',
})
export const resendInvite = call({
  method: 'GET',
  path: `${path}/ResendInvite`,
  access: canManagePeople,
  changes: true,
  query: z.object({ userName: name }),
  answer: z.boolean(),
  summary: 'Mail the invitation to choose a password again; the earlier link stops working',
})

export const getUserInfo = call({
  method: 'GET',
  path: `${path}/GetUserInfo`,
  access: signedIn,
  query: byUserId.partial(),
  answer: UserDetail,
  summary: 'One person with all details; by default the caller',
})
export const getAllUsers = call({
  method: 'GET',
  path: `${path}/GetAll`,
  access: agency('read'),
  answer: lines,
  summary: 'All people with an account',
})
const optionalText = z.string().max(200).optional()
/** The sort orders of the list of people. Each is a column of a line. */
const peopleOrders = [
  'name',
  'userName',
  'standing',
  'managementCompanyName',
  'status',
  'propertyCount',
  'lastSignIn',
  'email',
  'phone',
  'isInspector',
  'kcSl',
] as const
/**
 * The groups of the list: active accounts of companies, those of the agency, invited people, and closed
 * accounts.
 */
export const peopleGroups = ['companies', 'agency', 'invited', 'inactive'] as const
const peopleFilters = z.object({
  group: z.enum(peopleGroups).optional(),
  search: optionalText,
  /** The first letter of the last name. */
  letter: z.string().length(1).optional(),
  /** The name of the company, as lists show it. */
  company: optionalText,
  name: optionalText,
  userName: optionalText,
  /** The role and rank of the person, as lists show them. */
  standing: optionalText,
  managementCompanyName: optionalText,
  email: optionalText,
  phone: optionalText,
  sortBy: z.enum(peopleOrders).optional(),
  descending: z.boolean().optional(),
  startRow: z.int().min(0).optional(),
  /** 0 and a missing value mean all (CAL-16). */
  fetchCount: z.int().min(0).optional(),
})
export type PeopleFilters = z.infer<typeof peopleFilters>
export const getPeoplePage = call({
  method: 'GET',
  path: `${path}/GetPage`,
  access: agency('read'),
  query: peopleFilters,
  answer: z.object({
    rows: lines,
    total: z.int(),
    /** How many people match the filters in each group, and in total under `all`. */
    counts: z.record(z.string(), z.int()),
    companies: z.array(z.string()),
  }),
  summary: 'A page of people with an account, filtered',
})
export const getAllAgencyUsers = call({
  method: 'GET',
  path: `${path}/GetAllMHDCUsers`,
  access: agency('read'),
  answer: lines,
  summary: 'The people of the agency',
})
export const getMcUsers = call({
  method: 'GET',
  path: `${path}/GetMcUsers`,
  access: canReadPeople,
  answer: lines,
  summary: 'The people of the caller’s company; for the agency, of all companies',
})
export const getAllMcUsers = call({
  method: 'GET',
  path: `${path}/GetAllMcUsers/:managementCompanyId`,
  access: canReadPeople,
  params: z.object({ managementCompanyId: id('Management company') }),
  answer: lines,
  summary: 'The people of one company',
})
export const getMcUsersByStatus = call({
  method: 'GET',
  path: `${path}/GetMCUsersByStatus/:status`,
  access: canReadPeople,
  params: z.object({ status: code('Status', 0, 2) }),
  answer: lines,
  summary: 'The people of the caller’s company by status: 0 inactive, 1 active, 2 invited',
})
export const getByUserName = call({
  method: 'GET',
  path: `${path}/GetByUserName/:name`,
  access: canReadPeople,
  params: z.object({ name }),
  answer: UserLine,
  summary: 'One person by user name (not case-sensitive)',
})
export const isUserNameTaken = call({
  method: 'GET',
  path: `${path}/IsUserNameTaken/:name`,
  access: canReadPeople,
  params: z.object({ name }),
  answer: z.boolean(),
  summary: 'Whether a user name is taken (not case-sensitive)',
})
export const isUserNameTakenByUser = call({
  method: 'POST',
  path: `${path}/IsUserNameTakenByUser`,
  access: canReadPeople,
  body: z.object({ userName: name, userId: id('User') }),
  answer: z.boolean(),
  summary: 'Whether somebody other than this person has the user name',
})
export const getSystemAdmin = call({
  method: 'GET',
  path: `${path}/GetSystemAdmin/:id`,
  access: signedIn,
  params: z.object({ id: id('User') }),
  answer: z.array(
    z.object({ userId: z.int(), name: z.string(), email: z.string(), phone: z.string().nullable() }),
  ),
  summary: 'The agency’s administrators to contact; with an id, only that one',
})
export const getOwnerManagedProjectsByUser = call({
  method: 'GET',
  path: `${path}/GetOwnerManagedProjectsByUser`,
  access: signedIn,
  answer: z.array(
    z.object({ propertyId: z.int(), propertyName: z.string(), agencyNumber: z.string().nullable() }),
  ),
  summary: 'The owner-managed properties the caller may see',
})

export const getUserHistory = call({
  method: 'GET',
  path: `${path}/GetHistory/:userId`,
  access: canReadPeople,
  params: byUserId,
  answer: z.array(
    historyLine.extend({
      count: z.int(),
      properties: z.int(),
      keys: z.array(z.string()),
      level: z.string().nullable(),
    }),
  ),
  summary: 'Changes of an account and its permissions, newest first; changes made together are one entry',
})
export const getSignIns = call({
  method: 'GET',
  path: `${path}/GetSignIns/:userId`,
  access: canReadPeople,
  params: byUserId,
  answer: z.array(
    z.object({
      at: z.string(),
      succeeded: z.boolean(),
      endedAt: z.string().nullable(),
      address: text('Address').unwrap().nullable(),
      agent: z.string().nullable(),
    }),
  ),
  summary: 'The last hundred sign-ins of a person, including failed attempts',
})

export const roleList = createLabelList('/api/Role', 'Role', roleLabels)
