import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    averageIncomeTest: TableOf<typeof model.AverageIncomeTest>
    averageIncomeResult: TableOf<typeof model.AverageIncomeResult>
  }
}
