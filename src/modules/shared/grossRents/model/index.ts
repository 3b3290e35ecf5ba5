export {
  computeGreatestGrossRent as greatestGrossRent,
  computeGrossRent as grossRent,
  computeOverage as overLimit,
  getGrossRentLimit,
  type PublishedFigures as Published,
  publishedFigures as published,
  type RentProgram as Program,
} from './limits.ts'
