import { expect, test } from 'vitest'
import { copyFrom, type GridRow, getPeopleChanges, getPeopleRows, nextLevel, setLevels } from './gridState.ts'

const property = (propertyId: number) => ({
  propertyId,
  propertyName: `Property ${propertyId}`,
  agencyNumber: null,
  managementCompanyName: null,
  ofCompany: true,
})
const entry = (propertyId: number, key: string, write: boolean) => ({ propertyId, key, read: true, write })
const grid = (permissions: ReturnType<typeof entry>[]) =>
  ({ properties: [property(1), property(2)], permissions }) as unknown as Parameters<typeof getPeopleRows>[0]
const level = (rows: readonly GridRow[], id: number, key: string) =>
  rows.find((row) => row.propertyId === id)?.levels[key]

test('PER-11 cells show what is stored; only what differs is sent', () => {
  const rows = getPeopleRows(grid([entry(1, 'AFS', false), entry(2, 'Budget', true)]))
  expect([level(rows, 1, 'AFS'), level(rows, 2, 'Budget'), level(rows, 2, 'AFS')]).toEqual([
    'read',
    'write',
    'none',
  ])
  expect(getPeopleChanges(rows)).toEqual([])
  const changed = setLevels(rows, new Set([1]), ['AFS', 'Budget'], 'write')
  expect(changed[1]).toBe(rows[1])
  expect(getPeopleChanges(changed)).toEqual([entry(1, 'AFS', true), entry(1, 'Budget', true)])
  expect(getPeopleChanges(setLevels(changed, new Set([1]), ['AFS'], 'none'))).toContainEqual({
    propertyId: 1,
    key: 'AFS',
    read: false,
    write: false,
  })
})

test('what is not saved outlives a fresh answer, and only that', () => {
  const gridRows = setLevels(getPeopleRows(grid([entry(1, 'AFS', false)])), new Set([2]), ['AHL'], 'read')
  const fresh = getPeopleRows(grid([entry(1, 'AFS', true)]), gridRows)
  expect([level(fresh, 1, 'AFS'), level(fresh, 2, 'AHL')]).toEqual(['write', 'read'])
  expect(getPeopleChanges(getPeopleRows(grid([entry(2, 'AHL', false)]), gridRows))).toEqual([])
})

test('a copy makes every cell the other person’s, but never opens everything', () => {
  const rows = getPeopleRows(grid([entry(1, 'AFS', false)]))
  const copied = copyFrom(rows, [
    entry(2, 'Budget', true),
    entry(2, 'Global_Admin', true),
    entry(9, 'AFS', true),
  ])
  expect([level(copied, 1, 'AFS'), level(copied, 2, 'Budget'), level(copied, 2, 'Global_Admin')]).toEqual([
    'none',
    'write',
    'none',
  ])
  expect(['none', 'read', 'write'].map((text) => nextLevel(text as 'none'))).toEqual([
    'read',
    'write',
    'none',
  ])
})
