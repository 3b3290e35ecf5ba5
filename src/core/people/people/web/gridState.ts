import type { PermissionEntry } from '#kernel/model/access.ts'
import type { Answer } from '#kernel/model/call.ts'
import type { getPermissionGrid } from '../model/permissionCalls.ts'
import { permissionKeys } from '../model/permissionKeys.ts'

/** The right in one cell of the grid: none, read, or read and write. */
export type Level = 'none' | 'read' | 'write'
/** The rights of a person on one property, by permission key. */
export type Levels = Readonly<Record<string, Level>>

type Grid = Answer<typeof getPermissionGrid>

/** A property with a person's rights, as stored and as edited. */
export type GridRow = Grid['properties'][number] & { stored: Levels; levels: Levels }

const getLevel = (entry: Pick<PermissionEntry, 'read' | 'write'>): Level =>
  entry.write ? 'write' : entry.read ? 'read' : 'none'
const nothing: Levels = Object.fromEntries(permissionKeys.map((key) => [key, 'none' as const]))

function groupLevels(entries: readonly PermissionEntry[]): Map<number, Record<string, Level>> {
  const levelsById = new Map<number, Record<string, Level>>()
  for (const entry of entries) {
    const levels = levelsById.get(entry.propertyId) ?? { ...nothing }
    levels[entry.key] = getLevel(entry)
    levelsById.set(entry.propertyId, levels)
  }
  return levelsById
}

/** Builds the rows of the stored grid. Unsaved changes in `before` remain. */
export function buildGridRows(grid: Grid, before: readonly GridRow[] = []): GridRow[] {
  const storedLevels = groupLevels(grid.permissions)
  const draft = new Map(before.map((row) => [row.propertyId, row]))
  return grid.properties.map((property) => {
    const stored: Levels = storedLevels.get(property.propertyId) ?? nothing
    const row = draft.get(property.propertyId)
    const changed = row ? permissionKeys.filter((key) => row.levels[key] !== row.stored[key]) : []
    const levels = changed.length > 0 ? { ...stored, ...pick(row!.levels, changed) } : stored
    return { ...property, stored, levels }
  })
}

const pick = (levels: Levels, keys: readonly string[]): Levels =>
  Object.fromEntries(keys.map((key) => [key, levels[key] ?? 'none']))

/**
 * Sets some keys on some properties. Unchanged rows remain the same objects, so that only changed rows
 * render again.
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

/** Copies another person's rights into every cell, except Global_Admin, which opens everything. */
export function copyLevels(rows: readonly GridRow[], entries: readonly PermissionEntry[]): GridRow[] {
  const copiedLevels = groupLevels(entries)
  return rows.map((row) => {
    const levels = copiedLevels.get(row.propertyId) ?? nothing
    const newLevels: Levels = { ...levels, Global_Admin: row.levels.Global_Admin ?? 'none' }
    return permissionKeys.every((key) => newLevels[key] === row.levels[key])
      ? row
      : { ...row, levels: newLevels }
  })
}

/** The entries that differ from the stored ones, for saving. */
export const getChangedEntries = (rows: readonly GridRow[]): Grid['permissions'] =>
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

/** The level after a click on a cell. */
export const getNextLevel = (level: Level): Level =>
  level === 'none' ? 'read' : level === 'read' ? 'write' : 'none'

/** The labels of the levels. */
export const levelLabels: Readonly<Record<Level, string>> = { none: '–', read: 'Read', write: 'Write' }
