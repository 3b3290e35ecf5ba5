export { RentIncrease } from './entities.ts'
export { limitOf, type Published } from './limits.ts'
