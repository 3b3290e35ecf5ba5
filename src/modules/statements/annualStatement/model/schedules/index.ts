export { carriedAccounts, carriedInto, carriedLines, type Sources } from './carry.ts'
export { readCashFlows } from './cashFlowLines.ts'
export { getAnnualStatementPlace, type LedgerFact, type Rows } from './compared.ts'
export {
  addends,
  centsIn,
  chartOfLines,
  formulaWords,
  getAnnualStatementLabel,
  getAnnualStatementMoney,
  getIdentity,
  type Schedule,
  type ScheduleRow,
} from './declare.ts'
export { sourcesIn } from './fromStatement.ts'
export type { LoanFact } from './loanRegister.ts'
export { getAnnualStatementTies, tieRules } from './rules.ts'
export { FIRST_CREDIT_YEAR, getAnnualStatementSchedule, type Part, parts } from './schedules.ts'
