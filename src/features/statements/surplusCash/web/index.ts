export { InterimFields, InterimSheet } from './Interim.tsx'
