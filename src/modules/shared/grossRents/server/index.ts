export { limitPercentSql, limitSql } from './limitSql.ts'
export { type Figures, getGrossRentFigures, publishedOn } from './published.ts'
