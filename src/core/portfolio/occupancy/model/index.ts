export {
  computeAverageOccupancy,
  computeExpectedVacancy,
  computePhysicalOccupancy,
  computeRentableOccupancy,
  countMonthsBelow,
  countOccupiedUnitMonths,
  formatOccupancy,
  isBelowThreshold,
  isWatchCandidate,
  type ReportedOccupancy,
} from './arithmetic.ts'
