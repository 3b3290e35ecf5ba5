import type { TableOf } from '#kernel/server/tables.ts'
import type { HeaderMessage, TaskMessage } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    headerMessage: TableOf<typeof HeaderMessage>
    headerMessageDismissal: { messageId: number; userId: number; version: number }
    taskMessage: TableOf<typeof TaskMessage>
  }
}
