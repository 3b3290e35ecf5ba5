export { getHolidaysByDate } from './calls.ts'
export { rollForward } from './workingDays.ts'
