import { z } from 'zod'
import { roles } from '#kernel/model/access.ts'
import { requiredText } from '#kernel/model/field.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** The state of an account. An invited person has not chosen a password yet. */
export const UserStatus = { Inactive: 0, Active: 1, Invited: 2 } as const

/** The labels of {@link UserStatus}. */
export const userStatusLabels: Readonly<Record<number, string>> = { 0: 'Inactive', 1: 'Active', 2: 'Invited' }

/** The labels of the four roles (PER-01…PER-04). */
export const roleLabels: Readonly<Record<number, string>> = {
  [roles.agencyWrite]: 'Agency',
  [roles.agencyRead]: 'Agency, reading only',
  [roles.generalUser]: 'Company user',
  [roles.companyPrimaryUser]: 'Company primary user',
}

/** The ranks above the role, by the flag of the account. */
export const standings = {
  isAdmin: 'Agency administrator',
  isManager: 'Agency manager',
  isMcAdmin: 'Company administrator',
} as const

/** The agency's offices by the codes in `kcSl`: Kansas City and St. Louis. */
export const offices = { KC: 'Kansas City', SL: 'St. Louis' } as const

/**
 * Whether a text names more than one address: it has a separating word or sign, or white space between two
 * @.
 */
const hasSeveralAddresses = (text: string): boolean =>
  /[,;/&]|\s(and|or)\s/i.test(text) ||
  text
    .split('@')
    .slice(1, -1)
    .some((between) => /\s/.test(between))

/**
 * A user name in Latin letters, exactly as it is typed. With a look-alike letter, such as a Cyrillic or
 * full-width one, two accounts would seem to have one name.
 */
export const userNameField = () =>
  requiredText('User name', 100)
    .refine(
      (name) => name.normalize('NFKC') === name && !/[^\p{Script=Latin}\p{N}\p{P}\p{S}\p{Zs}]/u.test(name),
      'User name: use Latin letters, digits and signs such as . _ - @.',
    )
    .meta({ label: 'User name', kind: 'text', maxLength: 100 })

/** The address of one person. Two people in one field get their own message. */
export const ownAddress = (label: string) =>
  z
    .email({
      error: ({ input }) =>
        typeof input === 'string' && hasSeveralAddresses(input)
          ? 'Enter one address. Every person has an account and an address of their own.'
          : 'Enter an e-mail address such as name@company.example.',
    })
    .max(254)
    .meta({ label, kind: 'email', maxLength: 254 })

/** The values of an account that must be consistent with each other. */
export type Account = {
  roleId: number | null
  managementCompanyId: number | null
  isAdmin: boolean
  isManager: boolean
  isMcAdmin: boolean
  isInspector: boolean
  kcSl: string | null
}

const agencyFlags = {
  isAdmin: 'Agency administrator',
  isManager: 'Agency manager',
  isInspector: 'Inspector',
} as const

/**
 * Finds what is inconsistent in an account, each fault with its field; empty if the account is valid. A
 * person belongs to the agency or to a company, never to both (PER-05, PER-06).
 */
export function findAccountFaults(account: Account): Fault[] {
  const { roleId, managementCompanyId, isMcAdmin, kcSl } = account
  const faults: Fault[] = []
  const add = (field: string, message: string) => faults.push({ field, message })
  if (roleId === null || !(roleId in roleLabels)) add('role', 'Role: choose one from the list.')
  const agency = roleId === roles.agencyWrite || roleId === roles.agencyRead
  if (agency && managementCompanyId !== null)
    add('managementCompanyId', 'Management company: a person of the agency belongs to no company.')
  if (agency && isMcAdmin) add('isMcAdmin', 'Company administrator: a person of the agency cannot be one.')
  if (isMcAdmin && managementCompanyId === null)
    add('isMcAdmin', 'Company administrator: choose the company this person administers.')
  if (roleId === roles.companyPrimaryUser && managementCompanyId === null)
    add('managementCompanyId', 'Management company: a primary user needs one.')
  for (const [field, label] of Object.entries(agencyFlags)) {
    if (account[field as keyof typeof agencyFlags] && !agency)
      add(field, `${label}: only for people of the agency.`)
  }
  if (roleId === roles.agencyRead && account.isAdmin)
    add('isAdmin', 'Agency administrator: needs the role that writes.')
  if (roleId === roles.agencyRead && account.isManager)
    add('isManager', 'Agency manager: needs the role that writes.')
  if (kcSl && !agency) add('kcSl', 'Office: only for people of the agency.')
  return faults
}
