export {
  computeGreatestGrossRent,
  computeGrossRent,
  computeOverage,
  getGrossRentLimit,
  type PublishedFigures,
  publishedFigures,
  type RentProgram,
} from './limits.ts'
