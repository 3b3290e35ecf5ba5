import type { AnyEntity } from '../model/entity.ts'
import type { Setting } from '../model/setting.ts'
import { defineSlots, type EntryOf } from '../model/slot.ts'
import type { Flow } from '../model/workflow.ts'
import type { Job } from './jobs.ts'
import type { Served } from './serve.ts'

/**
 * A module's manifest for the server: the default export of its `server/module.ts`. Empty fields are omitted.
 * A module that accepts entries of others (to-dos, records that move with a merged company) adds a field by
 * declaration merging, and reads the entries of all modules with {@link slot}.
 */
export interface ServerModule {
  /** Its entities. A test compares them with the database schema. */
  entities?: readonly AnyEntity[]
  /** Every call that it serves. */
  served?: readonly Served[]
  /** Its workflows, for the documentation and the tests. */
  flows?: readonly Flow[]
  /** Its recurring jobs. */
  jobs?: readonly Job[]
  /** The agency's settings, for /Configuration. */
  settings?: readonly Setting[]
}

/**
 * Reads the entries of all manifests under a field: `const holds = slot('propertyHolds')`, then `holds()`.
 * Only the registry of modules calls `fillSlots`. See {@link defineSlots}.
 */
export const { slot, fill: fillSlots } = defineSlots<ServerModule>()

/** The type of an entry of a slot: `SlotEntry<'jobs'>`. */
export type SlotEntry<Name extends keyof ServerModule> = EntryOf<ServerModule[Name]>
