export { AFS, type Totals } from './entities.ts'
export { facts } from './facts.ts'
export { getSources as sourcesIn } from './schedules/fromStatement.ts'
export {
  centsIn,
  getAnnualStatementSchedule,
  getAnnualStatementTies,
  type Part,
  type ScheduleRow,
} from './schedules/index.ts'
export { statementSettings } from './settings.ts'
export { type Detail, type ListLine, type StatementRow, statements } from './statements.ts'
export { getStatementTabs as statementTabs } from './tabs.ts'
