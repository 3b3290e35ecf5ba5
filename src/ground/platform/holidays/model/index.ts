export { getHolidaysByDate } from './calls.ts'
export { moveToBusinessDay as rollForward } from './workingDays.ts'
