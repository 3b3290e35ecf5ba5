export { listPath, monthPath } from './facts.ts'
export { moveOutReasons, type ReasonCode } from './moveOuts.ts'
export { isNotReported, notReported, vacantUnits } from './quantities.ts'
export { occupancySettings } from './settings.ts'
