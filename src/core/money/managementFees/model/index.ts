export {
  computeFeeUse,
  getFiscalMonths,
  getPropertyFeeTypes,
  type OccupiedMonth,
} from './fees.ts'
