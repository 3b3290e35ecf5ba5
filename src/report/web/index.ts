export { reportWeb } from './reportWeb.ts'
