import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    chartAccount: TableOf<typeof model.ChartAccount>
    accountName: TableOf<typeof model.AccountName>
  }
}
