export { declareReportScreen as reportWeb } from './reportWeb.ts'
