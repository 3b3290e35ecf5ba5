export {
  Payment,
  type PaymentsOfRequest,
  paymentsOfRequest,
} from './entities.ts'
