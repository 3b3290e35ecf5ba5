export {
  computeFeeUse as feeUse,
  getFiscalMonths as monthsOfBooks,
  getPropertyFeeTypes as getManagementFeeKinds,
  type OccupiedMonth,
} from './fees.ts'
