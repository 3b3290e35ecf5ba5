import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Grants, hasPermission, type PermissionEntry } from '#kernel/model/access.ts'
import { findGrantFault, hasMoreRights } from './grants.ts'
import { permissionKeys } from './permissionKeys.ts'

const propertyId = fc.integer({ min: 1, max: 4 })
const entries: fc.Arbitrary<PermissionEntry> = fc.record({
  propertyId,
  key: fc.constantFrom('AFS', 'Budget', 'Global_Admin'),
  read: fc.boolean(),
  write: fc.boolean(),
})
const grants: fc.Arbitrary<Grants> = fc.record({
  roles: fc.constantFrom([{ id: 3 }], [{ id: 4 }], [{ id: 1 }]),
  permissions: fc.array(entries, { maxLength: 4 }),
  projects: fc.uniqueArray(propertyId),
  mainUserProject: fc.uniqueArray(propertyId, { maxLength: 1 }),
  isMcAdmin: fc.boolean(),
})
const needs = ['read', 'write'] as const

test('PER-04 PER-19 people can grant only what they have themselves, and never Global_Admin', () => {
  fc.assert(
    fc.property(grants, entries, (giver, entry) => {
      const isGranted = findGrantFault(giver, entry) === null
      const allowed = needs.every(
        (need) => !entry[need] || hasPermission(giver, entry.key, need, entry.propertyId),
      )
      expect(isGranted).toBe(entry.key !== 'Global_Admin' && allowed)
    }),
  )
})

test('holdsMore is true exactly if one person passes a check that the other fails, on any property', () => {
  fc.assert(
    fc.property(grants, grants, (grants, others) => {
      const passesMore = permissionKeys.some((key) =>
        needs.some((need) =>
          [1, 2, 3, 4, 5].some(
            (id) => hasPermission(grants, key, need, id) && !hasPermission(others, key, need, id),
          ),
        ),
      )
      expect(hasMoreRights(grants, others)).toBe(passesMore)
    }),
    { numRuns: 2000 },
  )
})
