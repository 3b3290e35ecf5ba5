export { getByHeaderId } from './calls.ts'
export { type Flag, type FlagLimits, flags, getComparableRentFlag, type Statistics } from './statistics.ts'
