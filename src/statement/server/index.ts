export { linesSql, peopleSql, type SentLine, saveFigures } from './figures.ts'
