export {
  carryFigures,
  getCarriedAccounts,
  getCarriedLines,
  type Sources,
} from './carry.ts'
export { readCashFlows } from './cashFlowLines.ts'
export { getAnnualStatementPlace, type LedgerFact, type Rows } from './compared.ts'
export {
  chartOfLines,
  describeFormula,
  getAddends,
  getAnnualStatementLabel,
  getAnnualStatementMoney,
  getCents,
  getIdentity,
  type Schedule,
  type ScheduleRow,
} from './declare.ts'
export { getSources as sourcesIn } from './fromStatement.ts'
export type { LoanFact } from './loanRegister.ts'
export { getAnnualStatementTies, tieRules } from './rules.ts'
export { FIRST_CREDIT_YEAR, getAnnualStatementSchedule, type Part, parts } from './schedules.ts'
