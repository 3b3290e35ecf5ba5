import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    managementFeeType: TableOf<typeof model.ManagementFeeType>
    propertyManagementFee: TableOf<typeof model.PropertyManagementFee>
    managementFeeMax: TableOf<typeof model.ManagementFeeMax>
  }
}
