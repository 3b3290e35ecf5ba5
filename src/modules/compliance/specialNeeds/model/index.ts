export { populations, specialNeedsDetails, specialNeedsOf } from './details.ts'
