export { carriedAccounts, carriedInto, carriedLines, type Sources } from './carry.ts'
export { readCashFlows } from './cashFlowLines.ts'
export { type LedgerFact, placeOf, type Rows } from './compared.ts'
export {
  addends,
  centsIn,
  chartOfLines,
  formulaWords,
  identityOf,
  labelOf,
  moneyOf,
  type Schedule,
  type ScheduleRow,
} from './declare.ts'
export { sourcesIn } from './fromStatement.ts'
export type { LoanFact } from './loanRegister.ts'
export { tieRules, tiesOf } from './rules.ts'
export { FIRST_CREDIT_YEAR, type Part, parts, scheduleOf } from './schedules.ts'
