export { feeUse, getManagementFeeKinds, monthsOfBooks, type OccupiedMonth } from './fees.ts'
