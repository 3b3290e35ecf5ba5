import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    rentIncreaseRequestHeader: TableOf<typeof model.RentIncrease>
    roomRentIncreaseRequest: TableOf<typeof model.RoomRentIncrease>
  }
}
