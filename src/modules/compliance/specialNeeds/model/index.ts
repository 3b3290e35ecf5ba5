export { populations, specialNeedsDetails, getSpecialNeeds } from './details.ts'
