export { limitPercentSql, limitSql } from './limitSql.ts'
export {
  type PublishedColumns,
  publishedFiguresSql,
  toPublishedFigures,
} from './published.ts'
