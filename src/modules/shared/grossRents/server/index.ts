export { limitSql } from './limitSql.ts'
export { type Figures, figuresOf, publishedFor } from './published.ts'
