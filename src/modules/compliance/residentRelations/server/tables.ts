import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    residentRelations: TableOf<typeof model.ResidentRelations>
    residentRelationsIssueType: TableOf<typeof model.ResidentRelationsIssueType>
    residentDataReader: TableOf<typeof model.ResidentDataReader>
  }
}
