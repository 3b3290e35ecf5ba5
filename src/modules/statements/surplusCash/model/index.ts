export { getComputation } from './calls.ts'
export { availableExpression as availableBy, getAvailable } from './computation.ts'
export { formatPartCode as partName, partLabels } from './form.ts'
export {
  checkInterimFigures as interimFaults,
  getInterimFigures as interimFigures,
  getInterimView as interimView,
  type InterimLine,
  type InterimPeriod,
  interimLine,
  interimPeriod,
} from './interim.ts'
export { getDelinquentAmounts as delinquentIn } from './surplus.ts'
export { type ComputationView, computationView } from './views.ts'
