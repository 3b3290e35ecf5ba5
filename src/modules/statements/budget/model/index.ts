export { budgetSettings } from './settings.ts'
export { computeCoverage, formatCoverage as coverageText } from './worksheet.ts'
