export { CalendarAddress } from './CalendarAddress.tsx'
export { Waiting } from './Waiting.tsx'
