import type { PermissionKey } from '#kernel/model/access.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails } from '../model/entities.ts'

/**
 * A module's say before its files are added, replaced or removed over /api/Files; refuses what must not
 * change. That record, property and company agree was found before. `fileId` is null when adding.
 */
export type FileGuard = (context: AnyContext, file: FileDetails & { fileId: number | null }) => Promise<void>

/** A part of the portal that files belong to, and the permission that opens them. */
export type FileModule = {
  /**
   * Its number in the list of parts (/api/Module), which requirements and tasks use, too; no other has it.
   */
  id: number
  name: string
  /** Null: any tie to the property lets one read; only super users and the agency write. */
  key: PermissionKey | null
  /** Files without a property, which no company sees. */
  agencyOnly?: boolean
  /** Files of a company as such, without a property: its people read them, its primary users keep them. */
  ofCompany?: boolean
  guard?: FileGuard
  /** What one of its records is called by its key, for names of files: `R-18`. */
  numberOf?: (moduleId: number) => string
  /**
   * The table and key of its records, where only people who see the record see its files; and the tables of
   * their lines, which can have documents.
   */
  record?: { table: string; key: string; lines?: readonly { table: string; key: string; parent: string }[] }
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Whose files it keeps. */
    files?: readonly FileModule[]
    /** Parts that have a number without keeping files yet. */
    numbered?: readonly Numbered[]
  }
}

/** A part of the portal by its number. */
export type Numbered = { id: number; name: string }

const byId = <Part extends { id: number }>(parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((part, other) => part.id - other.id)

/** Every part of the portal that keeps files. */
export const fileModules = slot('files', byId)

/**
 * Every part of the portal by its number: one list for files, requirements and tasks. Throws when two have
 * the same id or name.
 */
export const modules = slot('numbered', (numbered) => {
  // A part that has its number from its tasks may keep files under the same name; the list has the name of
  // its tasks.
  const all = [
    ...numbered,
    ...fileModules().filter(
      ({ id, name }) => !numbered.some((numbered) => id === numbered.id && isNamed(name, numbered)),
    ),
  ]
  const [ids, names] = [
    new Set(all.map((numbered) => numbered.id)),
    new Set(all.map((numbered) => plain(numbered.name))),
  ]
  if (ids.size < all.length || names.size < all.length)
    throw new Error('Two parts of the portal are called the same.')
  return byId(all)
})

const isNamed = (name: string, numbered: Numbered): boolean => plain(name) === plain(numbered.name)

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_ ]/g, '')

/** The module of a name, without regard to case, blanks and underscores; undefined when there is none. */
export const getFileModule = (name: string): FileModule | undefined =>
  fileModules().find((fileModule) => plain(fileModule.name) === plain(name))
