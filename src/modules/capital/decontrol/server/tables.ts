import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    decontrolSchedule: TableOf<typeof model.DecontrolSchedule>
  }
}
