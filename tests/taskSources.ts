import { onTestFinished } from 'vitest'
import { connectModules, modules } from '#app/registry.ts'
import { fillSlots, type ServerModule } from '#kernel/server/module.ts'

/** The portal's modules without the task sources of this type. */
export const withoutTaskType = (type: number): ServerModule[] =>
  modules.map((module) => ({
    ...module,
    taskSources: (module.taskSources ?? []).filter(({ taskTypeId }) => taskTypeId !== type),
  }))

/** Removes the task sources of this type from all modules until the test ends. */
export function leaveTaskTypeOut(type: number): void {
  fillSlots(withoutTaskType(type))
  onTestFinished(() => connectModules())
}
