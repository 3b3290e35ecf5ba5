export type { FindingLine } from './calls.ts'
export { FindingType } from './entities.ts'
export { findingSettings } from './settings.ts'
