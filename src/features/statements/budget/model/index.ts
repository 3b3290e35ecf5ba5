export { budgetSettings } from './settings.ts'
export { computeCoverage, formatCoverage } from './worksheet.ts'
