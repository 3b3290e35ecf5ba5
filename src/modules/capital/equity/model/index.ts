export {
  computeYears as rollForward,
  type EquityFacts as Facts,
  type EquityYear as Reckoned,
  type EquityYearInput as Given,
} from './equity.ts'
