import type { TableOf } from '#kernel/server/tables.ts'
import type { ManagementCompany } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    managementCompany: TableOf<typeof ManagementCompany>
  }
}
