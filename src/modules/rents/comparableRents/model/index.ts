export { getByHeaderId } from './calls.ts'
export { type Flag, type FlagLimits, flagOf, flags, type Statistics } from './statistics.ts'
