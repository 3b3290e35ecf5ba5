import type { AnyEntity } from '../model/entity.ts'
import type { Setting } from '../model/setting.ts'
import { defineSlots, type EntryOf } from '../model/slot.ts'
import type { Flow } from '../model/workflow.ts'
import type { Job } from './jobs.ts'
import type { Served } from './serve.ts'

/**
 * A module's manifest for the server: the default export of its `server/module.ts`. Empty parts are left out.
 * A module that accepts contributions (to-dos, records that move with a merged company) adds a field by
 * declaration merging, and reads all contributions by {@link slot}.
 */
export interface ServerModule {
  /** Compared with the schema by a test. */
  entities?: readonly AnyEntity[]
  /** Every call it answers. */
  served?: readonly Served[]
  /** Every workflow, for its document and its tests. */
  flows?: readonly Flow[]
  /** Work that recurs. */
  jobs?: readonly Job[]
  /** The agency's settings, for /Configuration. */
  settings?: readonly Setting[]
}

/**
 * What all manifests say under a field: `const holds = slot('propertyHolds')`, then `holds()`; `fillSlots` is
 * the registry's. See {@link slotsOf}.
 */
export const { slot, fill: fillSlots } = defineSlots<ServerModule>()

/** An entry of a slot, for a manifest that fills it from another area: `SlotEntry<'jobs'>`. */
export type SlotEntry<Name extends keyof ServerModule> = EntryOf<ServerModule[Name]>
