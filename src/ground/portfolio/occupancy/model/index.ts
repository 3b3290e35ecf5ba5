export {
  computeAverageOccupancy as averageOccupancy,
  computeExpectedVacancy as carriedVacancy,
  computePhysicalOccupancy as physicalOccupancy,
  computeRentableOccupancy as rentableOccupancy,
  countMonthsBelow as monthsBelow,
  countOccupiedUnitMonths as occupiedUnitMonths,
  formatOccupancy as occupancyText,
  isBelowThreshold as isBelow,
  isWatchCandidate,
  type ReportedOccupancy as Reported,
} from './arithmetic.ts'
