export { MASK, maskValue as masked } from './mask.ts'
