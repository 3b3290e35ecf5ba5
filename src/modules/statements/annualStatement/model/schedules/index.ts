export { carriedAccounts, carriedInto, carriedLines, type Sources } from './carry.ts'
export { readCashFlows } from './cashFlowLines.ts'
export { type LedgerFact, getAnnualStatementPlace, type Rows } from './compared.ts'
export {
  addends,
  centsIn,
  chartOfLines,
  formulaWords,
  getIdentity,
  getAnnualStatementLabel,
  getAnnualStatementMoney,
  type Schedule,
  type ScheduleRow,
} from './declare.ts'
export { sourcesIn } from './fromStatement.ts'
export type { LoanFact } from './loanRegister.ts'
export { tieRules, getAnnualStatementTies } from './rules.ts'
export { FIRST_CREDIT_YEAR, type Part, parts, getAnnualStatementSchedule } from './schedules.ts'
