import type pg from 'pg'
import type { FileStore } from '#kernel/server/files.ts'
import type { Account } from './accounts.ts'
import type { Portfolio } from './types.ts'

/** The data with which a part of the demonstration is loaded: the portfolio and the user accounts. */
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

/** The demonstration data of a module: the default export of its file in `demo/modules`. */
export type DemoPart = {
  /** The names of the modules whose demonstration must be loaded before this one. */
  after?: readonly string[]
  load?: (context: DemoContext) => Promise<void>
  /**
   * Creates documents if there is a store for them, after those of the previous parts. Later parts are loaded
   * at the same time.
   */
  documents?: (context: DemoContext & { files: FileStore }) => Promise<void>
  /** Writes the data about the documents when everything is loaded. */
  papered?: (context: DemoContext) => Promise<void>
  /** The tables whose rows were loaded with explicit ids, after which their next ids continue. */
  numbered?: Readonly<Record<string, string>>
}

/** Sorts the parts so that each follows those on which it depends. Throws if one of these does not exist. */
export function inOrder(parts: Readonly<Record<string, DemoPart>>): DemoPart[] {
  const ordered = new Set<DemoPart>()
  const add = (name: string) => {
    const part = parts[name]
    if (!part) throw new Error(`There is no demonstration of ${name}.`)
    for (const before of part.after ?? []) add(before)
    ordered.add(part)
  }
  for (const name of Object.keys(parts)) add(name)
  return [...ordered]
}
