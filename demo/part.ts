import type pg from 'pg'
import type { FileStore } from '#kernel/server/files.ts'
import type { Account } from './accounts.ts'
import type { Portfolio } from './types.ts'

/** What a part of the demonstration is loaded with: the whole portfolio, and who signs in. */
export type DemoContext = {
  client: pg.ClientBase
  portfolio: Portfolio
  accounts: readonly Account[]
  /** Ids of the accounts by user name. */
  users: ReadonlyMap<string, number>
  /** Of the one password of all accounts. */
  passwordHash: string
  /** The day the demonstration plays on, `YYYY-MM-DD`. */
  day: string
}

/** What a module's demonstration is: the default export of its file in `demo/modules`. */
export type DemoPart = {
  /** Modules whose demonstration must be there first, by name. */
  after?: readonly string[]
  load?: (context: DemoContext) => Promise<void>
  /**
   * Documents, made when there is a store for them, after those of the parts before; meanwhile later parts
   * are loaded.
   */
  documents?: (context: DemoContext & { files: FileStore }) => Promise<void>
  /** What is said about documents, when everything is loaded. */
  papered?: (context: DemoContext) => Promise<void>
  /** Tables whose rows were loaded with ids of their own: the next ids go on after them. */
  numbered?: Readonly<Record<string, string>>
}

/** The parts in an order in which each follows those it comes after. Throws for one that is not there. */
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
