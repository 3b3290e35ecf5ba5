export { countSpecialNeedsUnits, populations, specialNeedsDetails } from './details.ts'
