export {
  greatestGrossRent,
  grossRent,
  getGrossRentLimit,
  overLimit,
  type Program,
  type Published,
  published,
} from './limits.ts'
