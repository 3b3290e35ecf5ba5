import { onTestFinished } from 'vitest'
import { connect, modules } from '#app/registry.ts'
import { fillSlots, type ServerModule } from '#kernel/server/module.ts'

/** The portal's modules, but none that takes the tasks of a type. */
export const withoutTaskType = (type: number): ServerModule[] =>
  modules.map((module) => ({
    ...module,
    taskSources: (module.taskSources ?? []).filter(({ taskTypeId }) => taskTypeId !== type),
  }))

/** Until the test ends no module takes the tasks of a type. */
export function leaveTaskTypeOut(type: number): void {
  fillSlots(withoutTaskType(type))
  onTestFinished(() => connect())
}
