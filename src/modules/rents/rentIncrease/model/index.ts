export { RentIncrease } from './entities.ts'
