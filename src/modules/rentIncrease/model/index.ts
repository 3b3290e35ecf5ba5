export { limitOf, type Published } from './limits.ts'
