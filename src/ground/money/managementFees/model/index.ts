export { feeUse, kindsOf, monthsOfBooks, type OccupiedMonth } from './fees.ts'
