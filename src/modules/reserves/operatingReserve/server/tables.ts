import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    operatingReserveRequest: TableOf<typeof model.OperatingReserveRequest>
    operatingReserveRequestItem: TableOf<typeof model.OperatingReserveRequestItem>
    operatingReserveRequestType: TableOf<typeof model.OperatingReserveRequestType>
    reserveType: TableOf<typeof model.ReserveType>
  }
}
