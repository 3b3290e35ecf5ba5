import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    reserveAccount: TableOf<typeof model.ReserveAccount>
    reserveDepositSchedule: TableOf<typeof model.ReserveDepositSchedule>
    reserveInterestRate: TableOf<typeof model.ReserveInterestRate>
    reserveDeposit: TableOf<typeof model.ReserveDeposit>
    reserveAdjustment: TableOf<typeof model.ReserveAdjustment>
    reserveEntry: TableOf<typeof model.ReserveEntry>
  }
}
