import { permissionKeys } from '#core/people/people/model/index.ts'
import { type PermissionKey, roles } from '#kernel/model/access.ts'
import type { Portfolio, Property } from './types.ts'

/** The permissions of an account on one property. */
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

/** The largest management company. The accounts whose names begin with `company.` belong to it. */
export const largestCompany = 'MACO Management Company Inc.'
/** The company of `other.user`. */
export const otherCompany = 'Bell Management Inc.'

/** Every permission that can be granted for a property. */
const featureKeys = permissionKeys.filter((key) => key !== 'Global_Admin')

/** An account without the fields that most accounts have in common. */
type AccountDraft = Pick<Account, 'userName' | 'firstName' | 'lastName' | 'roleId' | 'purpose'> &
  Partial<Account>

const agencyDrafts: AccountDraft[] = [
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

/** Builds grants of the same permissions on several properties. */
const buildGrants = (
  ids: readonly number[],
  write: boolean,
  keys: readonly PermissionKey[] = featureKeys,
): Grant[] => ids.map((propertyId) => ({ propertyId, keys, write }))

/** Returns the accounts outside the agency. The numbers of properties are those that each purpose states. */
function getCompanyDrafts(
  largestCompanyIds: readonly number[],
  otherCompanyIds: readonly number[],
  ownerManagedIds: readonly number[],
): AccountDraft[] {
  const userGrants = [
    ...buildGrants(largestCompanyIds.slice(0, 24), true),
    ...buildGrants(largestCompanyIds.slice(24, 40), false),
  ]
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
      grants: userGrants,
      purpose: `${largestCompany}: files requests for 24 properties, reads 16 more`,
    },
    {
      userName: 'company.reader',
      firstName: 'Company',
      lastName: 'Reader',
      roleId: roles.generalUser,
      company: largestCompany,
      grants: buildGrants(largestCompanyIds.slice(0, 40), false),
      purpose: `${largestCompany}: reads 40 properties`,
    },
    ...getOtherDrafts(otherCompanyIds, ownerManagedIds),
  ]
}

/** Returns the accounts of an owner and of another company. */
function getOtherDrafts(
  otherCompanyIds: readonly number[],
  ownerManagedIds: readonly number[],
): AccountDraft[] {
  return [
    {
      userName: 'owner.manager',
      firstName: 'Owner',
      lastName: 'Manager',
      roleId: roles.generalUser,
      // An owner-manager is the main user of its own properties, as a company's primary user is of the
      // company's.
      mainProperties: ownerManagedIds.slice(0, 4),
      purpose: 'An owner who manages four properties without a company',
    },
    {
      userName: 'other.user',
      firstName: 'Other',
      lastName: 'User',
      roleId: roles.companyPrimaryUser,
      company: otherCompany,
      mainProperties: [...otherCompanyIds],
      purpose: `${otherCompany}: primary user of another company`,
    },
  ]
}

/** Returns the ids of the matching properties that have a replacement reserve, as those in operation do. */
const getIdsInOperation = (
  properties: readonly Property[],
  matches: (property: Property) => boolean,
): number[] =>
  properties
    .filter((property) => property.reserve !== null && matches(property))
    .map((property) => property.id)

/** Returns the names and purposes of the accounts, which are printed when the portal starts. */
export const getAccountPurposes = (): { userName: string; purpose: string }[] =>
  [...agencyDrafts, ...getCompanyDrafts([], [], [])].map(({ userName, purpose }) => ({ userName, purpose }))

/** Returns the accounts of the demonstration with their permissions on the properties of a portfolio. */
export function getDemonstrationAccounts(portfolio: Pick<Portfolio, 'properties'>): Account[] {
  const { properties } = portfolio
  const getManagedIds = (company: string): number[] =>
    getIdsInOperation(
      properties,
      (property) => property.managementCompany === company && property.ruralDevelopmentIds.length > 0,
    )
  const ownerIds = getIdsInOperation(
    properties,
    (property) => property.ownerManaged && property.ruralDevelopmentIds.length > 0,
  )
  const drafts = [
    ...agencyDrafts,
    ...getCompanyDrafts(getManagedIds(largestCompany), getManagedIds(otherCompany), ownerIds),
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
