export { getExportCell } from './cells.ts'
export type { ExportPlan } from './file.ts'
