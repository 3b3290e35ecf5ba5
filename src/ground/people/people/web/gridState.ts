import type { PermissionEntry } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import type { getPermissionGrid } from '../model/permissionCalls.ts'
import { permissionKeys } from '../model/permissionKeys.ts'

/** What one cell of the grid says: nothing, reading, or reading and writing. */
export type Level = 'none' | 'read' | 'write'
export type Levels = Readonly<Record<string, Level>>

type Grid = Answer<typeof getPermissionGrid>

/** A property with a person's rights, stored and edited. */
export type GridRow = Grid['properties'][number] & { stored: Levels; levels: Levels }

const getLevel = (entry: Pick<PermissionEntry, 'read' | 'write'>): Level =>
  entry.write ? 'write' : entry.read ? 'read' : 'none'
const nothing: Levels = Object.fromEntries(permissionKeys.map((key) => [key, 'none' as const]))

function levelsByProperty(entries: readonly PermissionEntry[]): Map<number, Record<string, Level>> {
  const levelsById = new Map<number, Record<string, Level>>()
  for (const entry of entries) {
    const levels = levelsById.get(entry.propertyId) ?? { ...nothing }
    levels[entry.key] = getLevel(entry)
    levelsById.set(entry.propertyId, levels)
  }
  return levelsById
}

/** The rows of the stored grid; unsaved changes in `before` are kept. */
export function getPeopleRows(grid: Grid, before: readonly GridRow[] = []): GridRow[] {
  const storedLevels = levelsByProperty(grid.permissions)
  const draft = new Map(before.map((row) => [row.propertyId, row]))
  return grid.properties.map((property) => {
    const now: Levels = storedLevels.get(property.propertyId) ?? nothing
    const row = draft.get(property.propertyId)
    const changed = row ? permissionKeys.filter((key) => row.levels[key] !== row.stored[key]) : []
    const levels = changed.length > 0 ? { ...now, ...pick(row!.levels, changed) } : now
    return { ...property, stored: now, levels }
  })
}

const pick = (levels: Levels, keys: readonly string[]): Levels =>
  Object.fromEntries(keys.map((key) => [key, levels[key] ?? 'none']))

/**
 * Sets some keys on some properties; rows that do not change stay the same objects, so that only others are
 * painted.
 */
export function setLevels(
  rows: readonly GridRow[],
  propertyIds: ReadonlySet<number>,
  keys: readonly string[],
  level: Level,
): GridRow[] {
  return rows.map((row) => {
    if (!propertyIds.has(row.propertyId) || keys.every((key) => row.levels[key] === level)) return row
    return { ...row, levels: { ...row.levels, ...Object.fromEntries(keys.map((key) => [key, level])) } }
  })
}

/** What another person holds, cell by cell; what opens everything is never copied. */
export function copyFrom(rows: readonly GridRow[], entries: readonly PermissionEntry[]): GridRow[] {
  const theirs = levelsByProperty(entries)
  return rows.map((row) => {
    const levels = theirs.get(row.propertyId) ?? nothing
    const levelsNow: Levels = { ...levels, Global_Admin: row.levels.Global_Admin ?? 'none' }
    return permissionKeys.every((key) => levelsNow[key] === row.levels[key])
      ? row
      : { ...row, levels: levelsNow }
  })
}

/** The entries that differ from the stored ones, for the payload. */
export const getPeopleChanges = (rows: readonly GridRow[]): Grid['permissions'] =>
  rows.flatMap((row) =>
    permissionKeys
      .filter((key) => row.levels[key] !== row.stored[key])
      .map((key) => ({
        propertyId: row.propertyId,
        key,
        read: row.levels[key] !== 'none',
        write: row.levels[key] === 'write',
      })),
  )

/** The level after a press on a cell. */
export const nextLevel = (level: Level): Level =>
  level === 'none' ? 'read' : level === 'read' ? 'write' : 'none'

/** The words of a level. */
export const levelLabels: Readonly<Record<Level, string>> = { none: '–', read: 'Read', write: 'Write' }
