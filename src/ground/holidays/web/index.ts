export { Holidays } from './Holidays.tsx'
