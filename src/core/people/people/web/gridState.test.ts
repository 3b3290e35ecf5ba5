import { expect, test } from 'vitest'
import {
  buildGridRows,
  copyLevels,
  type GridRow,
  getChangedEntries,
  getNextLevel,
  setLevels,
} from './gridState.ts'

const createProperty = (propertyId: number) => ({
  propertyId,
  propertyName: `Property ${propertyId}`,
  agencyNumber: null,
  managementCompanyName: null,
  ofCompany: true,
})
const createEntry = (propertyId: number, key: string, write: boolean) => ({
  propertyId,
  key,
  read: true,
  write,
})
const createGrid = (permissions: ReturnType<typeof createEntry>[]) =>
  ({ properties: [createProperty(1), createProperty(2)], permissions }) as unknown as Parameters<
    typeof buildGridRows
  >[0]
const findLevel = (rows: readonly GridRow[], id: number, key: string) =>
  rows.find((row) => row.propertyId === id)?.levels[key]

test('PER-11 cells show the stored rights, and only changed cells are sent', () => {
  const rows = buildGridRows(createGrid([createEntry(1, 'AFS', false), createEntry(2, 'Budget', true)]))
  expect([findLevel(rows, 1, 'AFS'), findLevel(rows, 2, 'Budget'), findLevel(rows, 2, 'AFS')]).toEqual([
    'read',
    'write',
    'none',
  ])
  expect(getChangedEntries(rows)).toEqual([])
  const changed = setLevels(rows, new Set([1]), ['AFS', 'Budget'], 'write')
  expect(changed[1]).toBe(rows[1])
  expect(getChangedEntries(changed)).toEqual([createEntry(1, 'AFS', true), createEntry(1, 'Budget', true)])
  expect(getChangedEntries(setLevels(changed, new Set([1]), ['AFS'], 'none'))).toContainEqual({
    propertyId: 1,
    key: 'AFS',
    read: false,
    write: false,
  })
})

test('unsaved changes survive fresh data, unless the fresh data already contains them', () => {
  const gridRows = setLevels(
    buildGridRows(createGrid([createEntry(1, 'AFS', false)])),
    new Set([2]),
    ['AHL'],
    'read',
  )
  const fresh = buildGridRows(createGrid([createEntry(1, 'AFS', true)]), gridRows)
  expect([findLevel(fresh, 1, 'AFS'), findLevel(fresh, 2, 'AHL')]).toEqual(['write', 'read'])
  expect(getChangedEntries(buildGridRows(createGrid([createEntry(2, 'AHL', false)]), gridRows))).toEqual([])
})

test("a copy sets every cell to the other person's right, but never Global_Admin", () => {
  const rows = buildGridRows(createGrid([createEntry(1, 'AFS', false)]))
  const copied = copyLevels(rows, [
    createEntry(2, 'Budget', true),
    createEntry(2, 'Global_Admin', true),
    createEntry(9, 'AFS', true),
  ])
  expect([
    findLevel(copied, 1, 'AFS'),
    findLevel(copied, 2, 'Budget'),
    findLevel(copied, 2, 'Global_Admin'),
  ]).toEqual(['none', 'write', 'none'])
  expect(['none', 'read', 'write'].map((text) => getNextLevel(text as 'none'))).toEqual([
    'read',
    'write',
    'none',
  ])
})
