export { Payments } from './Payments.tsx'
