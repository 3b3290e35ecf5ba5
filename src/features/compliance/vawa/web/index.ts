export { MonthRequests } from './MonthRequests.tsx'
