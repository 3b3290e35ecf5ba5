import { describe, expect, test } from 'vitest'
import type { Grants, PermissionEntry } from '../model/access.ts'
import { guard } from './guard.ts'

const buildPerson = (
  role: number,
  permissions: PermissionEntry[] = [],
  remaining: Partial<Grants> = {},
): Grants => ({
  roles: [{ id: role }],
  permissions,
  projects: [],
  mainUserProject: [],
  isMcAdmin: false,
  ...remaining,
})
const entry = (propertyId: number, write = false): PermissionEntry => ({
  propertyId,
  key: 'AFS',
  read: true,
  write,
})
const main = { layout: 'main' as const }
const afs = { ...main, permission: 'AFS' }

describe('navigation guard', () => {
  test('NAV-02 an agency user at / is sent to the properties, or to the work list if they chose so', () => {
    expect(guard(buildPerson(1), main, '/', {})).toEqual({ redirect: '/Projects' })
    expect(guard(buildPerson(2), main, '/', {})).toEqual({ redirect: '/Projects' })
    expect(guard({ ...buildPerson(1), startsWith: 'Work' }, main, '/', {})).toEqual({ redirect: '/Work' })
    expect(guard({ ...buildPerson(3), startsWith: 'Work' }, main, '/', {})).toEqual({ readOnly: false })
  })

  test('NAV-03 every page is read-only for an agency reader, unless they also have the write role', () => {
    expect(guard(buildPerson(2), afs, '/afs/list/multi', {})).toEqual({ readOnly: true })
    expect(guard({ ...buildPerson(1), roles: [{ id: 2 }, { id: 1 }] }, afs, '/afs/list/multi', {})).toEqual({
      readOnly: false,
    })
  })

  test('NAV-04 and NAV-06 a company user without the permission is sent to the start page', () => {
    expect(guard(buildPerson(3), afs, '/afs/list/multi', {})).toEqual({ redirect: '/' })
    expect(guard(buildPerson(3, [entry(7, true)]), afs, '/afs/list/multi', {})).toEqual({ readOnly: false })
  })

  test('NAV-05 the check is for one property if the route has propertyId or projectId, and otherwise for any', () => {
    const reader = buildPerson(3, [entry(7)])
    expect(guard(reader, afs, '/afs/view/2024/7', { year: '2024', propertyId: '7' })).toEqual({
      readOnly: true,
    })
    expect(guard(reader, afs, '/afs/view/2024/8', { year: '2024', propertyId: '8' })).toEqual({
      redirect: '/',
    })
    expect(guard(reader, afs, '/x/8', { projectId: '8' })).toEqual({ redirect: '/' })
    expect(guard(reader, afs, '/x/8', { id: '8' })).toEqual({ readOnly: true })
  })

  test('NAV-07 a page is read-only for a person with read but without write permission', () => {
    expect(guard(buildPerson(3, [entry(7)]), afs, '/afs/list/multi', {})).toEqual({ readOnly: true })
  })

  test('NAV-10 a route without a permission group is open to every session', () => {
    expect(guard(buildPerson(3), main, '/ContactChangeRequestList', {})).toEqual({ readOnly: false })
  })

  test('NAV-13 without a session the visitor is sent to the sign-in, which remembers the requested page', () => {
    expect(guard(null, main, '/dashboard', {})).toEqual({ redirect: '/login/%2Fdashboard' })
    expect(guard(null, main, '/', {})).toEqual({ redirect: '/login' })
  })

  test('NAV-14 a company user at / stays there', () => {
    expect(guard(buildPerson(3), main, '/', {})).toEqual({ readOnly: false })
  })

  test('public pages need no session', () => {
    expect(guard(null, { layout: 'public' }, '/login', {})).toEqual({ readOnly: false })
  })
})
