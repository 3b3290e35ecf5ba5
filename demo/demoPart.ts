import type pg from 'pg'
import type { FileStore } from '#kernel/server/files.ts'
import type { Account } from './accounts.ts'
import type { Portfolio } from './types.ts'

/** The data from which the demonstration of a module is loaded: the portfolio and the user accounts. */
export type DemoContext = {
  client: pg.ClientBase
  portfolio: Portfolio
  accounts: readonly Account[]
  /** Ids of the accounts by user name. */
  users: ReadonlyMap<string, number>
  /** The hash of the password of all accounts. */
  passwordHash: string
  /** The current day of the demonstration, `YYYY-MM-DD`. */
  day: string
}

/** The demonstration of a module: the default export of its file in `demo/modules`. */
export type DemoPart = {
  /** The names of the modules whose demonstration must be loaded before this one. */
  after?: readonly string[]
  load?: (context: DemoContext) => Promise<void>
  /**
   * Creates documents, if there is a store for them, after those of the previous parts. Later parts are
   * loaded at the same time.
   */
  createDocuments?: (context: DemoContext & { files: FileStore }) => Promise<void>
  /** Loads the data that refers to the documents, when everything else is loaded. */
  loadAfterDocuments?: (context: DemoContext) => Promise<void>
  /**
   * The tables whose rows were loaded with explicit ids, with their id columns. The next ids follow the
   * loaded ones.
   */
  idColumns?: Readonly<Record<string, string>>
}

/** Sorts the parts so that each follows those on which it depends. Throws if one of these does not exist. */
export function sortByDependency(parts: Readonly<Record<string, DemoPart>>): DemoPart[] {
  const ordered = new Set<DemoPart>()
  const addWithDependencies = (name: string) => {
    const part = parts[name]
    if (!part) throw new Error(`There is no demonstration of ${name}.`)
    for (const dependency of part.after ?? []) addWithDependencies(dependency)
    ordered.add(part)
  }
  for (const name of Object.keys(parts)) addWithDependencies(name)
  return [...ordered]
}
