import type { PermissionKey } from '#kernel/model/access.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { FileDetails } from '../model/entities.ts'

/**
 * A module's say before its files are added, replaced or removed over /api/Files; refuses what must not change. That
 * record, property and company agree was found before. `fileId` is null when adding.
 */
export type FileGuard = (context: AnyContext, file: FileDetails & { fileId: number | null }) => Promise<void>

/** A part of the portal that files belong to, and the permission that opens them. */
export type FileModule = {
  /** Its id in the list of such parts (/api/Module); no other has it. */
  id: number
  name: string
  /** Null: any tie to the property lets one read; only super users and the agency write. */
  key: PermissionKey | null
  /** Files without a property, which no company sees. */
  agencyOnly?: boolean
  /** Files of a company as such, without a property: its people read them, its primary users keep them. */
  ofCompany?: boolean
  guard?: FileGuard
  /**
   * The table of its records and its key, where a file is seen by whoever sees the record, and by nobody else; and the
   * tables of their lines, which documents can be kept for.
   */
  record?: { table: string; key: string; lines?: readonly { table: string; key: string; parent: string }[] }
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Whose files it keeps. */
    files?: readonly FileModule[]
  }
}

/** Every part of the portal that keeps files. */
export let fileModules: readonly FileModule[] = []

/** Takes the parts that keep files. Throws when two have the same id or name. */
export function setFileModules(given: readonly FileModule[]): void {
  const [ids, names] = [new Set(given.map((one) => one.id)), new Set(given.map((one) => plain(one.name)))]
  if (ids.size < given.length || names.size < given.length) throw new Error('Two keepers of files are called the same.')
  fileModules = given.toSorted((one, other) => one.id - other.id)
}

const plain = (name: string): string => name.toLowerCase().replaceAll('_', '')

/** The module of a name, without regard to case and underscores; undefined when there is none. */
export const fileModuleOf = (name: string): FileModule | undefined =>
  fileModules.find((one) => plain(one.name) === plain(name))
