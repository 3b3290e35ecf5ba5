export {
  getGrossRentLimit,
  greatestGrossRent,
  grossRent,
  overLimit,
  type Program,
  type Published,
  published,
} from './limits.ts'
