import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { email, flag, id, moment, phone, ref, requiredText, text } from '#kernel/model/field.ts'

/** A person who may sign in. Passwords are kept apart and never leave the server. */
export const AppUser = entity('AppUser', {
  table: 'app_user',
  key: 'userId',
  label: 'User',
  fields: {
    userId: id(),
    userName: requiredText('User name', 100),
    firstName: requiredText('First name', 100),
    lastName: requiredText('Last name', 100),
    email: email().unwrap(),
    phone: phone(),
    isAdmin: flag('Agency administrator'),
    isManager: flag('Agency manager'),
    isMcAdmin: flag('Company administrator'),
    isInspector: flag('Inspector'),
    kcSl: text('Office', 50),
    managementCompanyId: ref('Management company', 'ManagementCompany'),
    active: flag('Active'),
    createdAt: moment('Created'),
  },
  serverOnly: ['createdAt'],
})

/** One entry of what a person may do on one property (PER-11). */
const PermissionEntry = z.object({ propertyId: z.int(), key: z.string(), read: z.boolean(), write: z.boolean() })

/** Token set of a session. `expires_at` is ISO 8601 UTC. */
export const TokenSet = z.object({ token: z.string(), refreshToken: z.string(), expires_at: z.string() })

/** The log-in answer, exactly as specified. */
export const LoginResponse = TokenSet.extend({
  userId: z.int(),
  name: z.string(),
  email: z.string(),
  roles: z.array(z.object({ id: z.int(), name: z.string() })),
  permissions: z.array(PermissionEntry),
  projects: z.array(z.int()),
  mainUserProject: z.array(z.int()),
  isMcAdmin: z.boolean(),
})

/** A person as other screens may know them. */
export const UserProfile = z.object({
  userId: z.int(),
  userName: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  isAdmin: z.boolean(),
  isManager: z.boolean(),
  isMcAdmin: z.boolean(),
  managementCompanyId: z.int().nullable(),
  managementCompanyName: z.string().nullable(),
})
