export { MASK } from './mask.ts'
