import * as registered from '#app/serverModules.ts'
import type { Call } from '#kernel/model/call.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import type { Flow } from '#kernel/model/workflow.ts'
import type { Job } from '#kernel/server/jobs.ts'
import { fillSlots, type ServerModule } from '#kernel/server/module.ts'
import type { Served } from '#kernel/server/serve.ts'

/** The server side of the whole portal, combined from the manifests of its modules. */
export const modules: readonly ServerModule[] = Object.values(registered)

/** The handlers of every call that the portal answers. */
export const served: readonly Served[] = modules.flatMap((module) => module.served ?? [])

/** The declarations of every call. */
export const calls: readonly Call[] = served.map((served) => served.call)

/** Every entity, for the comparison with the schema. */
export const entities: readonly AnyEntity[] = modules.flatMap((module) => module.entities ?? [])

/** Every workflow, for its documents and tests. */
export const flows: readonly Flow[] = modules.flatMap((module) => module.flows ?? [])

/** Every recurring job. */
export const jobs: readonly Job[] = modules.flatMap((module) => module.jobs ?? [])

/**
 * Fills the slots with the contributions of all modules, and of those in `more`. It runs once below; tests
 * run it again.
 */
export function connectModules(more: readonly ServerModule[] = []): void {
  fillSlots([...modules, ...more])
}

connectModules()
