import type { TableOf } from '#kernel/server/tables.ts'
import type { Loan, LoanNumber, LoanYear } from '../model/entities.ts'

declare module '#kernel/server/tables.ts' {
  interface Tables {
    loan: TableOf<typeof Loan>
    loanNumber: TableOf<typeof LoanNumber>
    loanYear: TableOf<typeof LoanYear>
  }
}
