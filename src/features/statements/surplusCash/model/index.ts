export { getComputation } from './calls.ts'
export { buildAvailableExpression as availableExpression, getAvailable } from './computation.ts'
export { formatPartCode, partLabels } from './form.ts'
export {
  checkInterimFigures,
  getInterimFigures,
  getInterimView,
  type InterimLine,
  type InterimPeriod,
  interimLine,
  interimPeriod,
} from './interim.ts'
export { getDelinquentAmounts } from './surplus.ts'
export { type ComputationView, computationView } from './views.ts'
