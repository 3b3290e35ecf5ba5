export { Payment, paymentFacts } from './entities.ts'
