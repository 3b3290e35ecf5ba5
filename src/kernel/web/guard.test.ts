import { describe, expect, test } from 'vitest'
import type { Grants, PermissionEntry } from '../model/access.ts'
import { guard } from './guard.ts'

const person = (
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
  test('NAV-02 an agency user at / goes to the properties, or to the work list who chose so', () => {
    expect(guard(person(1), main, '/', {})).toEqual({ redirect: '/Projects' })
    expect(guard(person(2), main, '/', {})).toEqual({ redirect: '/Projects' })
    expect(guard({ ...person(1), startsWith: 'Work' }, main, '/', {})).toEqual({ redirect: '/Work' })
    expect(guard({ ...person(3), startsWith: 'Work' }, main, '/', {})).toEqual({ readOnly: false })
  })

  test('NAV-03 an agency reader gets every page read-only; the write role wins', () => {
    expect(guard(person(2), afs, '/afs/list/multi', {})).toEqual({ readOnly: true })
    expect(guard({ ...person(1), roles: [{ id: 2 }, { id: 1 }] }, afs, '/afs/list/multi', {})).toEqual({
      readOnly: false,
    })
  })

  test('NAV-04 and NAV-06 without read or write a company user goes home', () => {
    expect(guard(person(3), afs, '/afs/list/multi', {})).toEqual({ redirect: '/' })
    expect(guard(person(3, [entry(7, true)]), afs, '/afs/list/multi', {})).toEqual({ readOnly: false })
  })

  test('NAV-05 the check is per property where the route has propertyId or projectId, else global', () => {
    const holder = person(3, [entry(7)])
    expect(guard(holder, afs, '/afs/view/2024/7', { year: '2024', propertyId: '7' })).toEqual({
      readOnly: true,
    })
    expect(guard(holder, afs, '/afs/view/2024/8', { year: '2024', propertyId: '8' })).toEqual({
      redirect: '/',
    })
    expect(guard(holder, afs, '/x/8', { projectId: '8' })).toEqual({ redirect: '/' })
    expect(guard(holder, afs, '/x/8', { id: '8' })).toEqual({ readOnly: true })
  })

  test('NAV-07 read without write makes the page read-only', () => {
    expect(guard(person(3, [entry(7)]), afs, '/afs/list/multi', {})).toEqual({ readOnly: true })
  })

  test('NAV-10 a route without a permission group is open to every session', () => {
    expect(guard(person(3), main, '/ContactChangeRequestList', {})).toEqual({ readOnly: false })
  })

  test('NAV-13 without a session the sign-in remembers where one wanted to go', () => {
    expect(guard(null, main, '/dashboard', {})).toEqual({ redirect: '/login/%2Fdashboard' })
    expect(guard(null, main, '/', {})).toEqual({ redirect: '/login' })
  })

  test('NAV-14 a company user at / stays there', () => {
    expect(guard(person(3), main, '/', {})).toEqual({ readOnly: false })
  })

  test('public pages need nobody', () => {
    expect(guard(null, { layout: 'public' }, '/login', {})).toEqual({ readOnly: false })
  })
})
