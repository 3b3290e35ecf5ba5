import type { TableOf } from '#kernel/server/tables.ts'
import type { DocumentType, StoredFile } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    file: TableOf<typeof StoredFile>
    documentType: TableOf<typeof DocumentType>
  }
}
