export { MASK, masked } from './mask.ts'
