export { AFS, type Totals } from './entities.ts'
export { facts } from './facts.ts'
export { getSources } from './schedules/fromStatement.ts'
export {
  getAnnualStatementSchedule,
  getAnnualStatementTies,
  getCents,
  type Part,
  type ScheduleRow,
} from './schedules/index.ts'
export { statementSettings } from './settings.ts'
export { type Detail, type ListLine, type StatementRow, statements } from './statements.ts'
export { getStatementTabs } from './tabs.ts'
