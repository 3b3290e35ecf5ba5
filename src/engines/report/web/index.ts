export { declareReportScreen } from './reportWeb.ts'
