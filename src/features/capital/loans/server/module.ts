import type { ServerModule } from '#kernel/server/module.ts'
import { Loan, LoanNumber, LoanYear } from '../model/entities.ts'
import { served } from './index.ts'
import { loanSearch } from './search.ts'
import { loanTimeline } from './timeline.ts'

/** The server module of loans. */
export default {
  entities: [Loan, LoanNumber, LoanYear],
  served,
  searchable: [loanSearch],
  timeline: [loanTimeline],
} satisfies ServerModule
