import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Access,
  type Actor,
  agency,
  anyone,
  company,
  mayCall,
  permission,
  signedIn,
} from '#kernel/model/access.ts'
import { explain, explainAccess, type Person } from './explain.ts'

const createPerson = (more: Partial<Person> = {}): Person => ({
  active: true,
  isAdmin: false,
  isManager: false,
  isMcAdmin: false,
  managementCompanyId: 1,
  roles: [{ id: 3 }],
  permissions: [],
  projects: [],
  mainUserProject: [],
  ...more,
})
const createEntry = (propertyId: number, key: string, write = false) => ({
  propertyId,
  key,
  read: true,
  write,
})

describe('explain names the rule that decides', () => {
  test.each<[string, Person, 'read' | 'write', boolean, string]>([
    ['agency', createPerson({ roles: [{ id: 1 }] }), 'write', true, 'PER-07'],
    ['agency reader', createPerson({ roles: [{ id: 2 }] }), 'read', true, 'PER-07'],
    ['agency reader writing', createPerson({ roles: [{ id: 2 }] }), 'write', false, 'NAV-03'],
    [
      'Global_Admin elsewhere',
      createPerson({ permissions: [createEntry(9, 'Global_Admin', true)] }),
      'write',
      true,
      'PER-12',
    ],
    ['company administrator', createPerson({ isMcAdmin: true, projects: [7] }), 'write', true, 'PER-10'],
    ['main user', createPerson({ mainUserProject: [7] }), 'write', true, 'PER-10'],
    ['writing entry', createPerson({ permissions: [createEntry(7, 'AFS', true)] }), 'read', true, 'PER-13'],
    ['reading entry', createPerson({ permissions: [createEntry(7, 'AFS')] }), 'read', true, 'PER-12'],
    [
      'reading entry, writing',
      createPerson({ permissions: [createEntry(7, 'AFS')] }),
      'write',
      false,
      'PER-13',
    ],
    [
      'entry elsewhere',
      createPerson({ permissions: [createEntry(8, 'AFS', true)] }),
      'read',
      false,
      'PER-12',
    ],
    ['nothing', createPerson(), 'read', false, 'PER-12'],
    ['closed account', createPerson({ active: false, roles: [{ id: 1 }] }), 'read', false, ''],
  ])('%s', (_, person, need, may, rule) => {
    expect(explain(person, 'AFS', need, 7)).toMatchObject({ may, rule })
    expect(explain(person, 'AFS', need, 7).why).toMatch(/\.$/)
  })
})

/**
 * The actor that the server would build for the person. Its scope holds one property if explain grants the
 * access.
 */
function getActor(person: Person, access: Access): Actor {
  const scope = (need: 'read' | 'write') =>
    access.kind === 'permission' ? (explain(person, access.key, need).may ? [1] : []) : []
  return {
    userId: 1,
    userName: '',
    name: '',
    email: '',
    sessionId: 1,
    roles: person.roles.map((role) => role.id),
    isAdmin: person.isAdmin,
    isManager: person.isManager,
    isMcAdmin: person.isMcAdmin,
    managementCompanyIds: person.managementCompanyId === null ? [] : [person.managementCompanyId],
    scope: { read: scope('read'), write: scope('write') },
    tiedTo: [],
  }
}

const accesses: Access[] = [
  anyone,
  signedIn,
  permission('AFS', 'read'),
  permission('AFS', 'write'),
  company('read'),
  company('write'),
  company('write', 'admin'),
  agency('read'),
  agency('write'),
  agency('manager'),
  agency('admin'),
]

test('PER-04 to PER-14 the explanation of a call agrees with mayCall for any person', () => {
  const people: fc.Arbitrary<Person> = fc.record({
    active: fc.constant(true),
    isAdmin: fc.boolean(),
    isManager: fc.boolean(),
    isMcAdmin: fc.boolean(),
    managementCompanyId: fc.constantFrom(null, 1),
    roles: fc.subarray([1, 2, 3, 4]).map((ids) => ids.map((id) => ({ id }))),
    permissions: fc.array(
      fc.record({
        propertyId: fc.constant(1),
        key: fc.constantFrom('AFS', 'Budget'),
        read: fc.boolean(),
        write: fc.boolean(),
      }),
    ),
    projects: fc.subarray([1]),
    mainUserProject: fc.subarray([1]),
  })
  fc.assert(
    fc.property(people, fc.constantFrom(...accesses), (person, access) => {
      expect(explainAccess(person, access).may).toBe(mayCall(getActor(person, access), access) === 'yes')
    }),
    { numRuns: 2000 },
  )
})
