import type { TableOf } from '#kernel/server/tables.ts'
import type { StoredFile } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    file: TableOf<typeof StoredFile>
  }
}
