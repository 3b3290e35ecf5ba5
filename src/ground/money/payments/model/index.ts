export { Payment, type PaymentFacts, paymentFacts } from './entities.ts'
