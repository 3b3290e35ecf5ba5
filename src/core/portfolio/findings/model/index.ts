export { type FindingLine, findingTypes, queryFindings } from './calls.ts'
export { FindingStatus, FindingType, severityLabels } from './entities.ts'
export { findingSettings } from './settings.ts'
