export { getComputation, getSurplus } from './calls.ts'
export { availableOf, type Computation } from './computation.ts'
export { surplusSettings } from './settings.ts'
export { type ComputationView, computationView, type SurplusView } from './views.ts'
