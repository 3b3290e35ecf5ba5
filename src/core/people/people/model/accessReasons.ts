import { z } from 'zod'
import { call } from '#kernel/model/call.ts'
import { id } from '#kernel/model/field.ts'
import { canReadPeople } from './calls.ts'
import { keyLabel, permissionKeys } from './permissionKeys.ts'

/** The rules that give a person access to a property (PER-05 to PER-13), in words. */
export const accessReasons = {
  agencyWrite: 'Role of the agency, which reaches every property',
  agencyRead: 'Reading role of the agency, which reads every property',
  globalAdmin: 'Global administrator, who reaches every property',
  companyAdmin: 'Administrator of the company that runs the property',
  companyAdminTie: 'Company administrator whom the property is assigned to',
  mainUser: 'Main user of the property',
  assigned: 'Assigned to the property',
  permission: 'A permission on this property',
} as const
/** The reason why a person has a right. */
export type AccessReason = keyof typeof accessReasons

/** One right of one person on a property, with one reason for it. */
export const AccessLine = z.object({
  userId: z.int(),
  name: z.string(),
  userName: z.string(),
  companyName: z.string().nullable(),
  roleId: z.int().nullable(),
  isAdmin: z.boolean(),
  isManager: z.boolean(),
  isMcAdmin: z.boolean(),
  /**
   * A permission key; null means every key, '' the pages that any access opens, such as the property's own
   * pages.
   */
  right: z.string().nullable(),
  write: z.boolean(),
  reason: z.enum(Object.keys(accessReasons) as [AccessReason, ...AccessReason[]]),
  /** Who gave the right and when, if the audit log says it. */
  givenBy: z.string().nullable(),
  givenAt: z.string().nullable(),
})
export type AccessLine = z.infer<typeof AccessLine>

/** Returns the label of a right. */
export const rightLabel = (right: string | null): string =>
  right === null ? 'Everything' : right === '' ? 'The property’s own pages' : keyLabel(right)

/** A person's right for one key; `key` '' means the same as in {@link AccessLine}. */
export type Right = { key: string; read: boolean; write: boolean }

/** Every key that a right can have. */
export const rightKeys: readonly string[] = ['', ...permissionKeys.filter((key) => key !== 'Global_Admin')]

/** Combines the lines of one person into one right for each key. */
export const combineRights = (lines: readonly Pick<AccessLine, 'right' | 'write'>[]): Right[] =>
  rightKeys.map((key) => {
    // Any right on a property opens the property's own pages, too.
    const matchingLines = lines.filter(({ right }) => right === null || right === key)
    return {
      key,
      read: matchingLines.length > 0 || (key === '' && lines.length > 0),
      write: matchingLines.some(({ write }) => write),
    }
  })

export const getReach = call({
  method: 'GET',
  path: '/api/permissions/GetReach/:propertyId',
  access: canReadPeople,
  params: z.object({ propertyId: id('Property') }),
  answer: z.array(AccessLine),
  summary:
    'Everybody with access to a property, with rights and reasons; for primary users of a company, their own people',
})
