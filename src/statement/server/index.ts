export { linesSql, peopleSql, type SentLine, saveFigures } from './figures.ts'
export { type Importing, lastImportSql, rememberImport, takeImportBack } from './imports.ts'
