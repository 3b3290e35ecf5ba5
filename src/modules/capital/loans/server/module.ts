import { sql } from 'kysely'
import type { ServerModule } from '#kernel/server/module.ts'
import { Loan, LoanNumber, LoanYear } from '../model/entities.ts'
import { activeLoans, serviceOfYear } from './active.ts'
import { served } from './index.ts'
import { notesOfYear } from './notes.ts'
import { searchable } from './search.ts'
import { loanTimeline } from './timeline.ts'

/** The server module of loans. Other modules use its loans for statements, budgets and equity. */
export default {
  entities: [Loan, LoanNumber, LoanYear],
  served,
  loansOfYear: notesOfYear,
  activeLoans: (propertyId) =>
    sql`select a.words, a.path, a.booked_through from (${activeLoans(sql`select ${propertyId}::integer`)}) a`,
  debtServiceOfYear: serviceOfYear,
  searchable: [searchable],
  timeline: [loanTimeline],
} satisfies ServerModule
