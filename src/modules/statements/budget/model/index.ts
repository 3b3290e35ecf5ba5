export { budgetSettings } from './settings.ts'
export { coverageOf, coverageText } from './worksheet.ts'
