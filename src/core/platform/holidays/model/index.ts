export { getHolidaysByDate } from './calls.ts'
export { moveToBusinessDay } from './workingDays.ts'
