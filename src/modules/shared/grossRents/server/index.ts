export { type Figures, figuresOf, publishedFor } from './published.ts'
