import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import {
  type Actor,
  agency,
  company,
  countsAsAgency,
  type Grants,
  hasPermission,
  mayAsAgency,
  mayCall,
  type Need,
  type PermissionEntry,
  permission,
  runsCompany,
  signedIn,
} from './access.ts'

type Case = {
  permissions: PermissionEntry[]
  key: string
  propertyId: number | null
  need: Need
  mainUserProject: number[]
  isMcAdmin: boolean
  projects: number[]
}

const buildGrants = (parts: Partial<Grants>): Grants => ({
  roles: [{ id: 3 }],
  permissions: [],
  projects: [],
  mainUserProject: [],
  isMcAdmin: false,
  ...parts,
})

describe('permission checks', () => {
  test.each(getVectors<Case, boolean>('PER-10'))('PER-10 $input → $expected', ({ input, expected }) => {
    expect(hasPermission(buildGrants(input), input.key, input.need, input.propertyId ?? undefined)).toBe(
      expected,
    )
  })

  test('PER-07 agency users pass every permission check of the browser', () => {
    for (const id of [1, 2])
      expect(hasPermission(buildGrants({ roles: [{ id }] }), 'AFS', 'write', 99)).toBe(true)
  })

  test('PER-12 Global_Admin counts for every property; PER-13 writing needs write', () => {
    const global = buildGrants({
      permissions: [{ propertyId: 1, key: 'Global_Admin', read: true, write: false }],
    })
    expect(hasPermission(global, 'Budget', 'read', 42)).toBe(true)
    expect(hasPermission(global, 'Budget', 'write', 42)).toBe(false)
  })

  test('PER-16 in property view an agency user does not count as agency unless forced', () => {
    const agencyUser = buildGrants({ roles: [{ id: 1 }] })
    expect([
      countsAsAgency(agencyUser, false),
      countsAsAgency(agencyUser, true),
      countsAsAgency(agencyUser, true, true),
    ]).toEqual([true, false, true])
  })
})

describe('calls', () => {
  const buildActor = (roles: number[], parts: Partial<Actor> = {}): Actor => ({
    userId: 1,
    userName: '',
    name: '',
    email: '',
    roles,
    isAdmin: false,
    isManager: false,
    isMcAdmin: false,
    managementCompanyIds: [],
    sessionId: 1,
    scope: { read: [], write: [] },
    tiedTo: [],
    ...parts,
  })

  test('a caller without a session must sign in, and a person without the permission is refused', () => {
    const call = permission('Replacement_Reserve', 'write')
    expect(mayCall(null, call)).toBe('sign in')
    expect(mayCall(buildActor([3], { scope: { read: [1], write: [] } }), call)).toBe('no')
    expect(mayCall(buildActor([3], { scope: { read: [1], write: [1] } }), call)).toBe('yes')
    expect(mayCall(buildActor([3]), signedIn)).toBe('yes')
  })

  test('PER-05 and PER-06: agency readers never write, and the admin and manager flags count only for agency writers', () => {
    const reader = { roles: [2], isAdmin: true, isManager: true }
    expect(['read', 'write', 'manager', 'admin'].map((need) => mayAsAgency(reader, need as 'read'))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(mayCall(buildActor([1]), agency('admin'))).toBe('no')
    expect(mayCall(buildActor([1], { isAdmin: true }), agency('admin'))).toBe('yes')
  })

  test('PER-04 people of a company read its records, its primary users write them, and agency users do as their roles allow', () => {
    const may = (actor: Actor) => (['read', 'write'] as const).map((need) => mayCall(actor, company(need)))
    const ofCompany = { managementCompanyIds: [1] }
    expect(may(buildActor([3], ofCompany))).toEqual(['yes', 'no'])
    expect(may(buildActor([4], ofCompany))).toEqual(['yes', 'yes'])
    expect(may(buildActor([3], { ...ofCompany, isMcAdmin: true }))).toEqual(['yes', 'yes'])
    expect(may(buildActor([4]))).toEqual(['no', 'no'])
    expect(may(buildActor([2]))).toEqual(['yes', 'no'])
    expect(may(buildActor([1]))).toEqual(['yes', 'yes'])
    const byAdministrators = company('write', 'admin')
    expect([
      mayCall(buildActor([1]), byAdministrators),
      mayCall(buildActor([4], ofCompany), byAdministrators),
    ]).toEqual(['no', 'yes'])
    expect(mayCall(buildActor([1], { isAdmin: true }), byAdministrators)).toBe('yes')
    expect([1, 2].map((id) => runsCompany(buildActor([4], ofCompany), id))).toEqual([true, false])
  })
})
