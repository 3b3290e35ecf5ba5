export { getMonthListPath as listPath, getMonthPath as monthPath } from './facts.ts'
export { moveOutReasons, type ReasonCode } from './moveOuts.ts'
export {
  isNotReported,
  notReportedQuantity as notReported,
  vacantUnitsQuantity as vacantUnits,
} from './quantities.ts'
export { occupancySettings } from './settings.ts'
