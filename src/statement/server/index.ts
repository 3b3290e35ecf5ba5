export { linesSql, peopleSql, type SentLine, saveFigures } from './figures.ts'
export type { Reckoned } from './rules.ts'
