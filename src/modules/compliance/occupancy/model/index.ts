export { listPath, monthPath } from './facts.ts'
export { moveOutReasons, type ReasonCode } from './moveOuts.ts'
export { vacantUnits } from './quantities.ts'
export { occupancySettings } from './settings.ts'
