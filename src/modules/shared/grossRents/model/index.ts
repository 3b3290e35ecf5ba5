export {
  greatestGrossRent,
  grossRent,
  limitOf,
  overLimit,
  type Program,
  type Published,
  published,
} from './limits.ts'
