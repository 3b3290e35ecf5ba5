import type { PermissionKey } from '#kernel/model/access.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails } from '../model/entities.ts'

/**
 * Checks for a module whether a file may be added, replaced or removed by the calls of /api/Files, and
 * refuses if not. It runs after the check that record, property and company agree. `fileId` is null when a
 * file is added.
 */
export type FileGuard = (context: AnyContext, file: FileDetails & { fileId: number | null }) => Promise<void>

/** A module that files belong to, and the permission to read and write them. */
export type FileModule = {
  /** Its number in the list of modules (/api/Module), which requirements and tasks use, too. It is unique. */
  id: number
  name: string
  /** Null: anyone connected with the property may read; only super users and the agency may write. */
  key: PermissionKey | null
  /** Whether the files have no property and are hidden from companies. */
  agencyOnly?: boolean
  /**
   * Whether the files belong to a company itself, without a property: its people read them, its primary
   * users change them.
   */
  ofCompany?: boolean
  guard?: FileGuard
  /** Returns the number of a record by its key, such as `R-18`, for names of files. */
  numberOf?: (moduleId: number) => string
  /**
   * The table and key of its records, if only people who see a record may see its files; and the tables of
   * lines that can have documents.
   */
  record?: { table: string; key: string; lines?: readonly { table: string; key: string; parent: string }[] }
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** The kinds of records of this module that can have files. */
    files?: readonly FileModule[]
    /** Modules that have a number but no files yet. */
    numbered?: readonly NumberedModule[]
  }
}

/** A module by its number and name. */
export type NumberedModule = { id: number; name: string }

const sortById = <Part extends { id: number }>(parts: readonly Part[]): readonly Part[] =>
  parts.toSorted((part, other) => part.id - other.id)

/** Every module that can have files. */
export const getFileModules = slot('files', sortById)

/**
 * Every module by its number: one list for files, requirements and tasks. Throws if two have the same id or
 * name.
 */
export const getAllModules = slot('numbered', (numbered) => {
  // A module that has its number from its tasks may have files under the same name. The list then has the
  // name of the tasks.
  const all = [
    ...numbered,
    ...getFileModules().filter(
      ({ id, name }) => !numbered.some((numbered) => id === numbered.id && hasSameName(name, numbered)),
    ),
  ]
  const [ids, names] = [
    new Set(all.map((numbered) => numbered.id)),
    new Set(all.map((numbered) => normalizeName(numbered.name))),
  ]
  if (ids.size < all.length || names.size < all.length)
    throw new Error('Two parts of the portal are called the same.')
  return sortById(all)
})

const hasSameName = (name: string, numbered: NumberedModule): boolean =>
  normalizeName(name) === normalizeName(numbered.name)

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[_ ]/g, '')

/**
 * Finds the module with this name, in any case and with or without blanks and underscores; undefined if
 * there is none.
 */
export const getFileModule = (name: string): FileModule | undefined =>
  getFileModules().find((fileModule) => normalizeName(fileModule.name) === normalizeName(name))
