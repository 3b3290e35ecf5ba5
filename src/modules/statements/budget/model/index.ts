export { budgetSettings } from './settings.ts'
export { computeCoverage, coverageText } from './worksheet.ts'
