export {
  Payment,
  type PaymentsOfRequest as PaymentFacts,
  paymentsOfRequest as paymentFacts,
} from './entities.ts'
