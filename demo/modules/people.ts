import type pg from 'pg'
import { type PermissionKey, roles } from '#kernel/model/access.ts'
import { addDays } from '#kernel/model/dates.ts'
import type { Account } from '../accounts.ts'
import { drawBetween, drawChance } from '../chance.ts'
import { getDomain, inventPhone } from '../companies.ts'
import type { DemoPart } from '../demoPart.ts'
import { insertRows } from '../insertRows.ts'
import type { Portfolio } from '../types.ts'
import { getCompanyIds } from './companies.ts'

/**
 * A person of the demonstration in addition to the accounts of the sign-in page. Names are posts and not
 * human names. An `invited` person has not chosen a password.
 */
type Colleague = Account & {
  phone: string | null
  isInspector: boolean
  kcSl: 'KC' | 'SL' | null
  accountState: 'active' | 'invited' | 'inactive'
}

/** A post in a company: its name, role and permissions. */
type Post = {
  first: string
  last: string
  roleId: number
  keys: readonly PermissionKey[]
  write: boolean
  sharePercent: number
}

/**
 * The posts of a company in the order in which they are filled. `sharePercent` is the share of its
 * properties on which the person works.
 */
const posts: readonly Post[] = [
  {
    first: 'Portfolio',
    last: 'Administrator',
    roleId: roles.companyPrimaryUser,
    keys: [],
    write: true,
    sharePercent: 0,
  },
  {
    first: 'Compliance',
    last: 'Manager',
    roleId: roles.generalUser,
    keys: ['Occupancy', 'Utility_Allowance', 'Compliance_Forms', 'AHL'],
    write: true,
    sharePercent: 100,
  },
  {
    first: 'Accounts',
    last: 'Payable',
    roleId: roles.generalUser,
    keys: ['AFS', 'Budget', 'Replacement_Reserve', 'OperatingReserve'],
    write: true,
    sharePercent: 70,
  },
  {
    first: 'Regional',
    last: 'Supervisor',
    roleId: roles.generalUser,
    keys: ['Replacement_Reserve', 'Inspection', 'Rent_Increase'],
    write: false,
    sharePercent: 50,
  },
]

/** The number of the largest companies that have people. */
const COMPANY_COUNT = 25
/** The maximum number of properties for which a person has permissions. */
const MAX_PROPERTIES = 40

/** The posts of the agency. An inspector has an office in Kansas City (KC) or St. Louis (SL). */
const agencyPosts = [
  { first: 'Inspector', last: 'Kansas City', roleId: roles.agencyWrite, kcSl: 'KC' },
  { first: 'Inspector', last: 'Saint Louis', roleId: roles.agencyWrite, kcSl: 'SL' },
  { first: 'Compliance', last: 'Officer', roleId: roles.agencyWrite, kcSl: null },
  { first: 'Internal', last: 'Auditor', roleId: roles.agencyRead, kcSl: null },
] as const

type ColleagueDraft = Pick<Colleague, 'id' | 'userName' | 'firstName' | 'lastName' | 'email' | 'roleId'> &
  Partial<Colleague>

/** Adds the fields that most people have in common. */
const buildColleague = (draft: ColleagueDraft): Colleague => ({
  isAdmin: false,
  isManager: false,
  isCompanyAdmin: false,
  company: null,
  mainProperties: [],
  grants: [],
  purpose: '',
  phone: inventPhone(draft.userName),
  isInspector: false,
  kcSl: null,
  accountState: 'active',
  ...draft,
})

/** Draws whether a person is active, invited or inactive. */
const drawAccountState = (name: string): Colleague['accountState'] => {
  if (drawChance(`inactive ${name}`, 12)) return 'inactive'
  return drawChance(`invited ${name}`, 10) ? 'invited' : 'active'
}

/**
 * Returns a short name of a company: as many of its first words as distinguish it from the companies before.
 */
function getShortName(company: string, usedNames: Set<string>): string {
  const labels = getDomain(company).replace('.example', '').split('-')
  const names = labels.map((_, index) => labels.slice(0, index + 1).join('-'))
  const shortName = names.find((name) => name.length > 2 && !usedNames.has(name)) ?? getDomain(company)
  usedNames.add(shortName)
  return shortName
}

/** Invents the people of a company: two or more of the posts. */
function inventCompanyPeople(
  company: string,
  shortName: string,
  properties: readonly number[],
  firstId: number,
): Colleague[] {
  return posts.slice(0, drawBetween(`people of ${company}`, 2, posts.length)).map((post, index) => {
    const userName = `${post.first}.${post.last}.${shortName}`.toLowerCase()
    const assignedIds = properties
      .filter((id) => drawChance(`${userName} ${id}`, post.sharePercent))
      .slice(0, MAX_PROPERTIES)
    const isPrimaryUser = post.roleId === roles.companyPrimaryUser
    const isAdministrator = isPrimaryUser && drawChance(`administrator ${company}`, 70)
    return buildColleague({
      id: firstId + index,
      userName,
      firstName: post.first,
      lastName: post.last,
      email: `${post.first}.${post.last}@${getDomain(company)}`.toLowerCase(),
      roleId: post.roleId,
      company,
      isCompanyAdmin: isAdministrator,
      // Users who do not administer the company are main users of its properties.
      mainProperties: isPrimaryUser && !isAdministrator ? properties.slice(0, MAX_PROPERTIES) : [],
      grants: assignedIds.map((propertyId) => ({ propertyId, keys: post.keys, write: post.write })),
      accountState: isPrimaryUser ? 'active' : drawAccountState(userName),
    })
  })
}

/**
 * Invents people of the largest companies and of the agency, in addition to the sign-in accounts. Their ids
 * begin with `firstId`.
 */
function inventColleagues({ properties }: Pick<Portfolio, 'properties'>, firstId: number): Colleague[] {
  const propertiesByCompany = new Map<string, number[]>()
  for (const { managementCompany, id } of properties) {
    if (managementCompany)
      propertiesByCompany.set(managementCompany, [...(propertiesByCompany.get(managementCompany) ?? []), id])
  }
  const largest = [...propertiesByCompany]
    .sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0], 'en'))
    .slice(0, COMPANY_COUNT)
  const people = agencyPosts.map(({ first, last, roleId, kcSl }, index) => {
    const userName = `${first}.${last}`.toLowerCase().replaceAll(' ', '.')
    const email = `${userName}@agency.example`
    const id = firstId + index
    return buildColleague({
      id,
      userName,
      firstName: first,
      lastName: last,
      email,
      roleId,
      kcSl,
      isInspector: kcSl !== null,
    })
  })
  const usedNames = new Set<string>()
  for (const [company, ids] of largest)
    people.push(
      ...inventCompanyPeople(company, getShortName(company, usedNames), ids, firstId + people.length),
    )
  return people
}

const colleagueColumns = {
  user_id: 'integer',
  user_name: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  phone: 'text',
  is_mc_admin: 'boolean',
  is_inspector: 'boolean',
  kc_sl: 'text',
  management_company_id: 'integer',
  active: 'boolean',
  created_at: 'timestamptz',
}

/**
 * Loads people with their permissions and their last sign-in. Their companies and properties must be loaded
 * before.
 */
async function loadColleagues(
  client: pg.ClientBase,
  people: readonly Colleague[],
  companyIds: ReadonlyMap<string, number>,
  passwordHash: string,
  day: string,
): Promise<void> {
  const users = people.map((person) => ({
    user_id: person.id,
    user_name: person.userName,
    first_name: person.firstName,
    last_name: person.lastName,
    email: person.email,
    phone: person.phone,
    is_mc_admin: person.isCompanyAdmin,
    is_inspector: person.isInspector,
    kc_sl: person.kcSl,
    management_company_id: person.company === null ? null : (companyIds.get(person.company) ?? null),
    active: person.accountState !== 'inactive',
    created_at: `${addDays(day, -drawBetween(`came ${person.userName}`, 30, 900))}T15:00:00Z`,
  }))
  await insertRows(client, 'app_user', colleagueColumns, users)
  const activePeople = people.filter((person) => person.accountState !== 'invited')
  const secrets = activePeople.map(({ id }) => ({ user_id: id, password_hash: passwordHash }))
  await insertRows(client, 'user_secret', { user_id: 'integer', password_hash: 'text' }, secrets)
  const userRoles = people.map(({ id, roleId }) => ({ user_id: id, role_id: roleId }))
  await insertRows(client, 'user_role', { user_id: 'integer', role_id: 'integer' }, userRoles)
  await loadRights(client, people)
  const sessions = activePeople.map(({ id, userName, accountState }) => {
    const ago = drawBetween(`signed in ${userName}`, 1, 25) + (accountState === 'inactive' ? 200 : 0)
    const startHour = `${addDays(day, -ago)}T${String(drawBetween(`hour ${userName}`, 13, 21))}`
    return {
      user_id: id,
      started_at: `${startHour}:05:00Z`,
      ended_at: `${startHour}:50:00Z`,
      agent: 'Invented',
    }
  })
  const sessionColumns = {
    user_id: 'integer',
    started_at: 'timestamptz',
    ended_at: 'timestamptz',
    agent: 'text',
  }
  await insertRows(client, 'session', sessionColumns, sessions)
}

const userColumns = {
  user_id: 'integer',
  user_name: 'text',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  is_admin: 'boolean',
  is_manager: 'boolean',
  is_mc_admin: 'boolean',
  management_company_id: 'integer',
  created_at: 'timestamptz',
}

/** Loads the accounts, all with the same password hash. Their properties must be loaded before. */
async function loadAccounts(
  client: pg.ClientBase,
  accounts: readonly Account[],
  companyIds: ReadonlyMap<string, number>,
  passwordHash: string,
  createdAt: string,
): Promise<void> {
  const users = accounts.map((account) => ({
    user_id: account.id,
    user_name: account.userName,
    first_name: account.firstName,
    last_name: account.lastName,
    email: account.email,
    is_admin: account.isAdmin,
    is_manager: account.isManager,
    is_mc_admin: account.isCompanyAdmin,
    management_company_id: account.company === null ? null : (companyIds.get(account.company) ?? null),
    created_at: createdAt,
  }))
  await insertRows(client, 'app_user', userColumns, users)
  const secrets = accounts.map(({ id }) => ({ user_id: id, password_hash: passwordHash }))
  await insertRows(client, 'user_secret', { user_id: 'integer', password_hash: 'text' }, secrets)
  const userRoles = accounts.map(({ id, roleId }) => ({ user_id: id, role_id: roleId }))
  await insertRows(client, 'user_role', { user_id: 'integer', role_id: 'integer' }, userRoles)
  const accountRows = accounts.map(({ id, purpose }) => ({ user_id: id, purpose }))
  await insertRows(client, 'demonstration_account', { user_id: 'integer', purpose: 'text' }, accountRows)
}

/** Loads the permissions of the accounts on properties. */
async function loadRights(client: pg.ClientBase, accounts: readonly Account[]): Promise<void> {
  const userProperties = accounts.flatMap(({ id, mainProperties, grants }) => [
    ...mainProperties.map((property_id) => ({ user_id: id, property_id, is_main: true })),
    ...grants.map((grant) => ({ user_id: id, property_id: grant.propertyId, is_main: false })),
  ])
  await insertRows(
    client,
    'user_property',
    { user_id: 'integer', property_id: 'integer', is_main: 'boolean' },
    userProperties,
  )
  const columns = {
    user_id: 'integer',
    property_id: 'integer',
    key: 'text',
    read: 'boolean',
    write: 'boolean',
  }
  const permissions = accounts.flatMap(({ id, grants }) =>
    grants.flatMap((grant) =>
      grant.keys.map((key) => ({
        user_id: id,
        property_id: grant.propertyId,
        key,
        read: true,
        write: grant.write,
      })),
    ),
  )
  await insertRows(client, 'permission', columns, permissions)
}

/** Loads the sign-in accounts and other people, with their permissions. */
export default {
  after: ['properties'],
  load: async ({ client, portfolio, accounts, passwordHash, day }) => {
    const companies = getCompanyIds(portfolio)
    await loadAccounts(client, accounts, companies, passwordHash, `${day}T12:00:00Z`)
    await loadRights(client, accounts)
    await loadColleagues(
      client,
      inventColleagues(portfolio, accounts.length + 1),
      companies,
      passwordHash,
      day,
    )
  },
  idColumns: { app_user: 'user_id' },
} satisfies DemoPart
