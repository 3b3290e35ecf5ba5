export { getComputation } from './calls.ts'
export { availableOf } from './computation.ts'
export { computationView } from './views.ts'
