import { describe, expect, test } from 'vitest'
import { getVectors } from '#tests/vectors.ts'
import {
  type Actor,
  agency,
  company,
  type Grants,
  holds,
  mayAsAgency,
  mayCall,
  type Need,
  type PermissionEntry,
  permission,
  runsCompany,
  seenAsAgency,
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

const grants = (parts: Partial<Grants>): Grants => ({
  roles: [{ id: 3 }],
  permissions: [],
  projects: [],
  mainUserProject: [],
  isMcAdmin: false,
  ...parts,
})

describe('permission checks', () => {
  test.each(getVectors<Case, boolean>('PER-10'))('PER-10 $input → $expected', ({ input, expected }) => {
    expect(holds(grants(input), input.key, input.need, input.propertyId ?? undefined)).toBe(expected)
  })

  test('PER-07 agency users pass every check of the screen', () => {
    for (const id of [1, 2]) expect(holds(grants({ roles: [{ id }] }), 'AFS', 'write', 99)).toBe(true)
  })

  test('PER-12 Global_Admin counts for every property; PER-13 writing needs write', () => {
    const global = grants({ permissions: [{ propertyId: 1, key: 'Global_Admin', read: true, write: false }] })
    expect(holds(global, 'Budget', 'read', 42)).toBe(true)
    expect(holds(global, 'Budget', 'write', 42)).toBe(false)
  })

  test('PER-16 in property view agency roles answer false unless forced', () => {
    const agencyUser = grants({ roles: [{ id: 1 }] })
    expect([
      seenAsAgency(agencyUser, false),
      seenAsAgency(agencyUser, true),
      seenAsAgency(agencyUser, true, true),
    ]).toEqual([true, false, true])
  })
})

describe('calls', () => {
  const actor = (roles: number[], parts: Partial<Actor> = {}): Actor => ({
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

  test('nobody is asked to sign in; a person without the permission is refused', () => {
    const call = permission('Replacement_Reserve', 'write')
    expect(mayCall(null, call)).toBe('sign in')
    expect(mayCall(actor([3], { scope: { read: [1], write: [] } }), call)).toBe('no')
    expect(mayCall(actor([3], { scope: { read: [1], write: [1] } }), call)).toBe('yes')
    expect(mayCall(actor([3]), signedIn)).toBe('yes')
  })

  test('PER-05 and PER-06: readers never write, flags count on writers only', () => {
    const reader = { roles: [2], isAdmin: true, isManager: true }
    expect(['read', 'write', 'manager', 'admin'].map((need) => mayAsAgency(reader, need as 'read'))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(mayCall(actor([1]), agency('admin'))).toBe('no')
    expect(mayCall(actor([1], { isAdmin: true }), agency('admin'))).toBe('yes')
  })

  test('PER-04 records of a company: its people read, its primary users write, the agency as its roles allow', () => {
    const may = (actor: Actor) => (['read', 'write'] as const).map((need) => mayCall(actor, company(need)))
    const ofCompany = { managementCompanyIds: [1] }
    expect(may(actor([3], ofCompany))).toEqual(['yes', 'no'])
    expect(may(actor([4], ofCompany))).toEqual(['yes', 'yes'])
    expect(may(actor([3], { ...ofCompany, isMcAdmin: true }))).toEqual(['yes', 'yes'])
    expect(may(actor([4]))).toEqual(['no', 'no'])
    expect(may(actor([2]))).toEqual(['yes', 'no'])
    expect(may(actor([1]))).toEqual(['yes', 'yes'])
    const byAdministrators = company('write', 'admin')
    expect([mayCall(actor([1]), byAdministrators), mayCall(actor([4], ofCompany), byAdministrators)]).toEqual(
      ['no', 'yes'],
    )
    expect(mayCall(actor([1], { isAdmin: true }), byAdministrators)).toBe('yes')
    expect([1, 2].map((id) => runsCompany(actor([4], ofCompany), id))).toEqual([true, false])
  })
})
