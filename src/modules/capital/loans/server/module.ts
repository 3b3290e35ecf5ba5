import { sql } from 'kysely'
import type { ServerModule } from '#kernel/server/module.ts'
import { Loan, LoanNumber, LoanYear } from '../model/entities.ts'
import { activeLoansSql, computeDebtServiceByLoan } from './active.ts'
import { served } from './index.ts'
import { notesPayableSql } from './notes.ts'
import { loanSearch } from './search.ts'
import { loanTimeline } from './timeline.ts'

/** The server module of loans. Other modules use its loans for statements, budgets and equity. */
export default {
  entities: [Loan, LoanNumber, LoanYear],
  served,
  loansOfYear: notesPayableSql,
  activeLoans: (propertyId) =>
    sql`select a.words, a.path, a.booked_through
      from (${activeLoansSql(sql`select ${propertyId}::integer`)}) a`,
  debtServiceOfYear: computeDebtServiceByLoan,
  searchable: [loanSearch],
  timeline: [loanTimeline],
} satisfies ServerModule
