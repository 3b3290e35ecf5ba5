import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  code,
  flag,
  id,
  moment,
  number,
  phone,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'
import { permissionKeys } from './permissionKeys.ts'
import { ownAddress, roleLabels, userNameField } from './rules.ts'

/**
 * A person who may sign in. Passwords are stored elsewhere and never leave the server. The row of a removed
 * person remains for the history.
 */
export const AppUser = entity('AppUser', {
  table: 'app_user',
  key: 'userId',
  label: 'User',
  fields: {
    userId: id('User'),
    version: number('Version').unwrap(),
    userName: userNameField(),
    firstName: requiredText('First name', 100),
    lastName: requiredText('Last name', 100),
    email: ownAddress('E-mail'),
    phone: phone(),
    isAdmin: flag('Agency administrator'),
    isManager: flag('Agency manager'),
    isMcAdmin: flag('Company administrator'),
    isInspector: flag('Inspector'),
    kcSl: text('Office', 50),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    active: flag('Active'),
    removedAt: moment('Removed'),
    createdAt: moment('Created'),
  },
  serverOnly: ['removedAt', 'createdAt'],
})

/** The right of a person by one permission key on one property (PER-11). */
export const Permission = entity('Permission', {
  table: 'permission',
  key: 'permissionId',
  label: 'Permission',
  propertyScoped: false,
  fields: {
    permissionId: id('Permission'),
    userId: id('User'),
    propertyId: id('Property'),
    key: choiceField('Permission', permissionKeys),
    read: flag('Read'),
    write: flag('Write'),
  },
})

/** The role of a person; describes the changes of roles in the history. */
export const UserRole = entity('UserRole', {
  table: 'user_role',
  key: 'userId',
  label: 'Role',
  fields: { userId: id('User'), roleId: code('Role', 1, 4, roleLabels) },
})

/** One line for each company that a person works for, with the person's details. */
export const ManagementCompanyUser = entity('ManagementCompanyUser', {
  table: 'management_company_user',
  key: 'managementCompanyUserId',
  label: 'Company user',
  fields: {
    managementCompanyUserId: id('Company user'),
    userId: id('User'),
    managementCompanyId: id('Management company'),
    isMcAdmin: flag('Company administrator'),
    userName: AppUser.fields.userName,
    name: text('Name').unwrap(),
    active: flag('Active'),
  },
  serverOnly: ['managementCompanyUserId', 'userName', 'name', 'active'],
})

/** A line of a list of people. `status` is one of `userStatusLabels`. */
export const UserLine = AppUser.row.omit({ version: true, removedAt: true, createdAt: true }).extend({
  name: z.string(),
  roleId: z.int().nullable(),
  managementCompanyName: z.string().nullable(),
  status: z.int(),
  propertyCount: z.int(),
  lastSignIn: z.string().nullable(),
})
export type UserLine = z.infer<typeof UserLine>

/** A property that a person is assigned to. Its main user passes every check there (PER-10). */
const AssignedProperty = z.object({
  propertyId: z.int(),
  propertyName: z.string(),
  agencyNumber: z.string().nullable(),
  isMain: z.boolean(),
})

/**
 * A person with all data of their screen. `mayManage`: the caller may change it. `signInSlowed`: sign-in
 * from unknown devices must wait between attempts.
 */
export const UserDetail = UserLine.extend({
  version: z.int(),
  createdAt: z.string().nullable(),
  invitedUntil: z.string().nullable(),
  signInSlowed: z.boolean(),
  /** The role again, under the name that the specification's documents use. */
  role: z.int().nullable(),
  properties: z.array(AssignedProperty),
  mayManage: z.boolean(),
})
export type UserDetail = z.infer<typeof UserDetail>
