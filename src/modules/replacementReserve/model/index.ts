export { categories } from './calls.ts'
