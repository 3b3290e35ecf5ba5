export { availableOf } from './computation.ts'
export { computationView } from './views.ts'
