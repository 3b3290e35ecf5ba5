import type { TableOf } from '#kernel/server/tables.ts'
import type {
  ActivityPeriod,
  ItemToDo,
  PropertyRequirement,
  TaskInstance,
  TaskSchedule,
  ToDo,
} from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    taskSchedule: TableOf<typeof TaskSchedule>
    taskInstance: TableOf<typeof TaskInstance>
    propertyRequirement: TableOf<typeof PropertyRequirement>
    activityPeriod: TableOf<typeof ActivityPeriod>
    toDo: TableOf<typeof ToDo>
    itemToDo: TableOf<typeof ItemToDo>
  }
}
