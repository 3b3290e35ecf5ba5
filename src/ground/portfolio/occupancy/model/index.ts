export {
  averageOccupancy,
  carriedVacancy,
  isBelow,
  isWatchCandidate,
  monthsBelow,
  occupancyText,
  occupiedUnitMonths,
  physicalOccupancy,
  type Reported,
  rentableOccupancy,
} from './arithmetic.ts'
