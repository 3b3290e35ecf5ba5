export { getByHeaderId } from './calls.ts'
export { type Flag, type FlagLimits, getComparableRentFlag, flags, type Statistics } from './statistics.ts'
