export { limitPercentSql, limitSql } from './limitSql.ts'
export {
  type PublishedColumns as Figures,
  publishedFiguresSql as publishedOn,
  toPublishedFigures as getGrossRentFigures,
} from './published.ts'
