import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    rentControllingAuthority: TableOf<typeof model.RentControllingAuthority>
    utilityAllowanceSource: TableOf<typeof model.UtilityAllowanceSource>
    utilityAllowance: TableOf<typeof model.UtilityAllowance>
    utilityAllowanceLine: TableOf<typeof model.UtilityAllowanceLine>
  }
}
