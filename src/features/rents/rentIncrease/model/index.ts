export { rentIncreaseTypes } from './arithmetic.ts'
export { RentIncrease } from './entities.ts'
