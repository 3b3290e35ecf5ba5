export { countSpecialNeedsUnits as getSpecialNeeds, populations, specialNeedsDetails } from './details.ts'
