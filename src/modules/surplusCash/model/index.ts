export { getComputation } from './calls.ts'
export { availableOf } from './computation.ts'
export { partLabels, partName } from './derivations.ts'
export {
  type InterimLine,
  type InterimPeriod,
  interimFaults,
  interimFigures,
  interimLine,
  interimPeriod,
  interimView,
} from './interim.ts'
export { type ComputationView, computationView } from './views.ts'
