export { MASK, maskValue } from './mask.ts'
