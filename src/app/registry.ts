import * as registered from '#app/serverModules.ts'
import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { fillSlots, type ServerModule } from '#kernel/server/module.ts'
import type { Served } from '#kernel/server/serve.ts'

/** The server side of the whole portal, put together from the modules' manifests. */
export const modules: readonly ServerModule[] = Object.values(registered)

/** Every call the portal answers. */
export const served: readonly Served[] = modules.flatMap((module) => module.served ?? [])

export const calls: readonly Call[] = served.map((served) => served.call)

/** Every entity, for the comparison with the schema. */
export const entities: readonly AnyEntity[] = modules.flatMap((module) => module.entities ?? [])

/** Every workflow, for its documents and tests. */
export const flows: readonly Flow[] = modules.flatMap((module) => module.flows ?? [])

/** Every recurring job. */
export const jobs: readonly Job[] = modules.flatMap((module) => module.jobs ?? [])

/** Fills the slots with what all modules, and those in `more`, say. Done once here; tests do it again. */
export function connect(more: readonly ServerModule[] = []): void {
  fillSlots([...modules, ...more])
}

connect()
