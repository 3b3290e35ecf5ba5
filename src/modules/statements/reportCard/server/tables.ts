import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    afsReportCard: TableOf<typeof model.AFSReportCard>
    afsReportCardCustomIncome: TableOf<typeof model.AFSReportCardCustomIncome>
    afsReportCardFinding: TableOf<typeof model.AFSReportCardFinding>
  }
}
