import { z } from 'zod'
import { type Access, agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { choiceField, flag, id } from '#kernel/model/field.ts'
import { canManagePeople, canReadPeople } from './calls.ts'
import { ManagementCompanyUser, Permission } from './entities.ts'
import { permissionKeys } from './permissionKeys.ts'

const path = '/api/permissions'
const companyPath = '/api/ManagementCompanyUser'
const entries = z.array(Permission.row)
const byUser = z.object({ userId: id('User') })

/**
 * The reads are declared separately, because the specification's `{id}` is a person (reading C19), and no
 * call reads all entries of everyone.
 */
export const permissions = controller(Permission, { path, read: signedIn, write: agency('admin') })
export const getPermissions = call({
  method: 'GET',
  path,
  access: signedIn,
  answer: entries,
  summary: 'All permission entries for the agency; for others, their own',
})
export const getUserPermissions = call({
  method: 'GET',
  path: `${path}/:id`,
  access: signedIn,
  params: z.object({ id: id('User') }),
  answer: entries,
  summary: 'The permission entries of a person',
})
export const getTabPermissions = call({
  method: 'GET',
  path: `${path}/GetTabPermissions/:id`,
  access: signedIn,
  params: z.object({ id: id('Property') }),
  answer: z.array(z.object({ propertyId: z.int(), key: z.string(), read: z.boolean(), write: z.boolean() })),
  summary: 'The caller’s permissions at a property by key, which decide which tabs open',
})

const entry = z.object({
  propertyId: id('Property'),
  key: choiceField('Permission', permissionKeys),
  read: flag('Read'),
  write: flag('Write'),
})
export const createUserPermission = call({
  method: 'POST',
  path: `${path}/CreateUserPermission`,
  access: agency('admin'),
  body: entry.extend({ userId: id('User') }),
  answer: Permission.row,
  summary: 'Give a person a permission on a property, or change it',
})

const MOST_ENTRIES = 50_000
export const savePermissions = call({
  method: 'POST',
  path: `${companyPath}/SavePermissions/:id`,
  access: canManagePeople,
  params: z.object({ id: id('Management company') }),
  body: byUser.extend({ permissions: z.array(entry).max(MOST_ENTRIES) }),
  bodyLimit: 8 * 1_048_576,
  answer: z.object({ changed: z.int(), removed: z.int() }),
  summary:
    'Set permission entries of a person of this company (0: of no company); an entry with neither read nor write is removed',
})
const assignment = z.object({
  propertyId: id('Property'),
  assigned: flag('Assigned'),
  isMain: flag('Main user'),
})
export const saveProperties = call({
  method: 'POST',
  path: `${companyPath}/SaveProperties/:userId`,
  access: canManagePeople,
  params: byUser,
  body: z.object({ properties: z.array(assignment).max(20_000) }),
  bodyLimit: 4 * 1_048_576,
  answer: z.object({ assigned: z.int(), removed: z.int() }),
  summary:
    'Assign properties to a person as user or main user, or remove them; properties not given stay unchanged',
})

/** Reads a person's permissions, with all data needed to draw the grid and to explain a right. */
export const getPermissionGrid = call({
  method: 'GET',
  path: `${path}/GetGrid/:userId`,
  access: canReadPeople,
  params: byUser,
  answer: z.object({
    userId: z.int(),
    name: z.string(),
    userName: z.string(),
    managementCompanyId: z.int().nullable(),
    managementCompanyName: z.string().nullable(),
    active: z.boolean(),
    isAdmin: z.boolean(),
    isManager: z.boolean(),
    isMcAdmin: z.boolean(),
    roles: z.array(z.object({ id: z.int(), name: z.string() })),
    projects: z.array(z.int()),
    mainUserProject: z.array(z.int()),
    mayManage: z.boolean(),
    properties: z.array(
      z.object({
        propertyId: z.int(),
        propertyName: z.string(),
        agencyNumber: z.string().nullable(),
        managementCompanyName: z.string().nullable(),
        ofCompany: z.boolean(),
      }),
    ),
    permissions: z.array(
      z.object({ propertyId: z.int(), key: z.string(), read: z.boolean(), write: z.boolean() }),
    ),
  }),
  summary: 'A person with permissions, and the properties at which the caller may see or change them',
})
const AccessRule = z.looseObject({ kind: z.string() }) as z.ZodType<Access>
export const getCallRules = call({
  method: 'GET',
  path: `${path}/GetCallRules`,
  access: canReadPeople,
  answer: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      summary: z.string(),
      access: AccessRule,
    }),
  ),
  summary: 'The access rules of all calls',
})

const byCompanyUser = { path: companyPath, read: canReadPeople, write: canManagePeople }
export const managementCompanyUsers = controller(ManagementCompanyUser, byCompanyUser)
export const getMyManagementCompanies = call({
  method: 'GET',
  path: `${companyPath}/GetMyManagementCompanies`,
  access: signedIn,
  answer: z.array(
    z.object({ managementCompanyId: z.int(), name: z.string(), status: z.int(), isMcAdmin: z.boolean() }),
  ),
  summary:
    'The companies the caller works for, the primary one first; none for people of the agency and owners',
})
export const getUserMcAdminRows = call({
  method: 'GET',
  path: `${companyPath}/GetUserMcAdminRows/:userId`,
  access: signedIn,
  params: byUser,
  answer: z.array(
    z.object({
      userId: z.int(),
      managementCompanyId: z.int().nullable(),
      managementCompanyName: z.string().nullable(),
      propertyId: z.int().nullable(),
      propertyName: z.string().nullable(),
    }),
  ),
  summary: 'The company a person administers, and the properties of which they are the main user',
})
