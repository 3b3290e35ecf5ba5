import type { AnyEntity } from '../model/entity.ts'
import type { Setting } from '../model/setting.ts'
import type { Flow } from '../model/workflow.ts'
import type { Job } from './jobs.ts'
import type { Served } from './serve.ts'

/**
 * What a module hands over to the portal: the default export of its `server/module.ts`. Whatever it has none of stays
 * unsaid. A module that wants something told by others (to-dos, what moves with a merged company) adds a field for it by
 * declaration merging, and takes what all of them said in `connect`.
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
  /** What the agency may set, for /Configuration. */
  settings?: readonly Setting[]
  /** Takes what all modules say of something; called once, before the first request. Must not depend on their order. */
  connect?: (modules: readonly ServerModule[]) => void
}
