export { limitSql } from './limitSql.ts'
export { type Figures, figuresOf, publishedOn } from './published.ts'
