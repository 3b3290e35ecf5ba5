export { getSpecialNeeds, populations, specialNeedsDetails } from './details.ts'
