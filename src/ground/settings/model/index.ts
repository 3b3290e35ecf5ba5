import { budgetSettings } from './declared/budgets.ts'
import { complianceSettings } from './declared/compliance.ts'
import { financialStatementSettings } from './declared/financialStatements.ts'
import { occupancySettings } from './declared/occupancy.ts'
import { rentIncreaseSettings } from './declared/rentIncreases.ts'

/**
 * The settings of subjects that have no module of their own yet, by subject: `subjectSettings.rentIncreases.automaticCap`.
 * Whoever builds a subject reads them from here.
 */
export const subjectSettings = {
  budgets: budgetSettings,
  compliance: complianceSettings,
  financialStatements: financialStatementSettings,
  occupancy: occupancySettings,
  rentIncreases: rentIncreaseSettings,
}
