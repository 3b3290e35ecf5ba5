export { getComputation } from './calls.ts'
export { availableBy, getAvailable } from './computation.ts'
export { partLabels, partName } from './form.ts'
export {
  type InterimLine,
  type InterimPeriod,
  interimFaults,
  interimFigures,
  interimLine,
  interimPeriod,
  interimView,
} from './interim.ts'
export { delinquentIn } from './surplus.ts'
export { type ComputationView, computationView } from './views.ts'
