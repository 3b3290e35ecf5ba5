import { permissionKeys } from '#ground/people/people/model/index.ts'
import { type PermissionKey, roles } from '#kernel/model/access.ts'
import type { Portfolio, Property } from './types.ts'

/** The permissions of an account on some properties. */
type Grant = { propertyId: number; keys: readonly PermissionKey[]; write: boolean }

/**
 * An account of the demonstration. All accounts have the same password, and none belongs to a real person.
 */
export type Account = {
  id: number
  userName: string
  firstName: string
  lastName: string
  email: string
  roleId: number
  isAdmin: boolean
  isManager: boolean
  isCompanyAdmin: boolean
  company: string | null
  /** The properties of a main user, who passes every permission check there. */
  mainProperties: number[]
  grants: Grant[]
  /** A short description for the sign-in page. */
  purpose: string
}

/** The largest company, to which the company accounts belong. */
export const largestCompany = 'MACO Management Company Inc.'
/** The company of `other.user`. */
export const otherCompany = 'Bell Management Inc.'

const featureKeys = permissionKeys.filter((key) => key !== 'Global_Admin')

type Draft = Pick<Account, 'userName' | 'firstName' | 'lastName' | 'roleId' | 'purpose'> & Partial<Account>

const agencyDrafts: Draft[] = [
  {
    userName: 'agency.admin',
    firstName: 'Agency',
    lastName: 'Administrator',
    roleId: roles.agencyWrite,
    isAdmin: true,
    isManager: true,
    purpose: 'Agency: everything, with users, settings and forced changes',
  },
  {
    userName: 'agency.manager',
    firstName: 'Agency',
    lastName: 'Manager',
    roleId: roles.agencyWrite,
    isManager: true,
    purpose: 'Agency: approves what was reviewed',
  },
  {
    userName: 'agency.write',
    firstName: 'Agency',
    lastName: 'Analyst',
    roleId: roles.agencyWrite,
    purpose: 'Agency: reviews requests',
  },
  {
    userName: 'agency.read',
    firstName: 'Agency',
    lastName: 'Reader',
    roleId: roles.agencyRead,
    purpose: 'Agency: sees everything, changes nothing',
  },
]

const grants = (
  ids: readonly number[],
  write: boolean,
  keys: readonly PermissionKey[] = featureKeys,
): Grant[] => ids.map((propertyId) => ({ propertyId, keys, write }))

function companyDrafts(
  ofLargest: readonly number[],
  ofOther: readonly number[],
  ofOwners: readonly number[],
): Draft[] {
  return [
    {
      userName: 'company.admin',
      firstName: 'Company',
      lastName: 'Administrator',
      roleId: roles.companyPrimaryUser,
      isCompanyAdmin: true,
      company: largestCompany,
      purpose: `${largestCompany}: all of its properties and users`,
    },
    {
      userName: 'company.user',
      firstName: 'Company',
      lastName: 'User',
      roleId: roles.generalUser,
      company: largestCompany,
      grants: [...grants(ofLargest.slice(0, 24), true), ...grants(ofLargest.slice(24, 40), false)],
      purpose: `${largestCompany}: files requests for 24 properties, reads 16 more`,
    },
    {
      userName: 'company.reader',
      firstName: 'Company',
      lastName: 'Reader',
      roleId: roles.generalUser,
      company: largestCompany,
      grants: grants(ofLargest.slice(0, 40), false),
      purpose: `${largestCompany}: reads 40 properties`,
    },
    {
      userName: 'owner.manager',
      firstName: 'Owner',
      lastName: 'Manager',
      roleId: roles.generalUser,
      // An owner-manager is the main user of its own properties, as a company's primary user is of the
      // company's.
      mainProperties: ofOwners.slice(0, 4),
      purpose: 'An owner who manages four properties without a company',
    },
    {
      userName: 'other.user',
      firstName: 'Other',
      lastName: 'User',
      roleId: roles.companyPrimaryUser,
      company: otherCompany,
      mainProperties: [...ofOther],
      purpose: `${otherCompany}: primary user of another company`,
    },
  ]
}

const inOperation = (properties: readonly Property[], holds: (property: Property) => boolean): number[] =>
  properties.filter((property) => property.reserve !== null && holds(property)).map((property) => property.id)

/** Returns the names and purposes of the accounts, which are printed at start. */
export const accountPurposes = (): { userName: string; purpose: string }[] =>
  [...agencyDrafts, ...companyDrafts([], [], [])].map(({ userName, purpose }) => ({ userName, purpose }))

/** Returns the accounts of the demonstration with their permissions on the properties of a portfolio. */
export function demonstrationAccounts(portfolio: Pick<Portfolio, 'properties'>): Account[] {
  const { properties } = portfolio
  const managedBy = (company: string): number[] =>
    inOperation(
      properties,
      (property) => property.managementCompany === company && property.ruralDevelopmentIds.length > 0,
    )
  const owners = inOperation(
    properties,
    (property) => property.ownerManaged && property.ruralDevelopmentIds.length > 0,
  )
  const drafts = [
    ...agencyDrafts,
    ...companyDrafts(managedBy(largestCompany), managedBy(otherCompany), owners),
  ]
  return drafts.map((draft, index) => ({
    id: index + 1,
    email: `${draft.userName}@${draft.roleId <= roles.agencyRead ? 'agency' : 'company'}.example`,
    isAdmin: false,
    isManager: false,
    isCompanyAdmin: false,
    company: null,
    mainProperties: [],
    grants: [],
    ...draft,
  }))
}
