export {
  computeYears,
  type EquityFacts,
  type EquityYear,
  type EquityYearInput,
} from './equity.ts'
