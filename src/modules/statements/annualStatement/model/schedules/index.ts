export {
  carryFigures as carriedInto,
  getCarriedAccounts as carriedAccounts,
  getCarriedLines as carriedLines,
  type Sources,
} from './carry.ts'
export { readCashFlows } from './cashFlowLines.ts'
export { getAnnualStatementPlace, type LedgerFact, type Rows } from './compared.ts'
export {
  chartOfLines,
  describeFormula as formulaWords,
  getAddends as addends,
  getAnnualStatementLabel,
  getAnnualStatementMoney,
  getCents as centsIn,
  getIdentity,
  type Schedule,
  type ScheduleRow,
} from './declare.ts'
export { getSources as sourcesIn } from './fromStatement.ts'
export type { LoanFact } from './loanRegister.ts'
export { getAnnualStatementTies, tieRules } from './rules.ts'
export { FIRST_CREDIT_YEAR, getAnnualStatementSchedule, type Part, parts } from './schedules.ts'
