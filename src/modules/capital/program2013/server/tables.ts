import type { TableOf } from '#kernel/server/tables.ts'
import type * as model from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    program2013: TableOf<typeof model.Program2013>
    statementCategoryAmount: TableOf<typeof model.StatementCategoryAmount>
    program2013EmployeeType: TableOf<typeof model.Program2013EmployeeType>
    program2013Debt: TableOf<typeof model.Program2013Debt>
  }
}
