export { linesSql, peopleSql, type SentLine, saveFigures } from './figures.ts'
export { type Imported, serveFiles } from './files.ts'
export { type Importing, importing, lastImportSql, takeImportBack } from './imports.ts'
export type { Reckoned } from './rules.ts'
