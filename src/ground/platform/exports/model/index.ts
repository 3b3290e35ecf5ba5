export { cellOf } from './cells.ts'
export type { ExportPlan } from './file.ts'
