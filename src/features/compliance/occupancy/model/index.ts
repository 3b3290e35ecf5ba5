export { getMonthListPath, getMonthPath } from './facts.ts'
export { moveOutReasons, type ReasonCode } from './moveOuts.ts'
export {
  isNotReported,
  notReportedQuantity,
  vacantUnitsQuantity,
} from './quantities.ts'
export { occupancySettings } from './settings.ts'
