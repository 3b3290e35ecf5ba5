import type { TableOf } from '#kernel/server/tables.ts'
import type { ExtensionRequest } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    extensionRequest: TableOf<typeof ExtensionRequest>
  }
}
