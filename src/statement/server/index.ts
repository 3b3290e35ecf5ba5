export { type ChangedLine as SentLine, linesSql, peopleSql, saveFigures } from './figures.ts'
export { type ImportedFile as Imported, serveFileCalls as serveFiles } from './files.ts'
export {
  createImportOptions as importing,
  type ImportTarget as Importing,
  lastImportSql,
  undoImport as takeImportBack,
} from './imports.ts'
export { recordSql, recordsSql } from './records.ts'
export type { RuleEntry as Reckoned } from './rules.ts'
export { checkSheet, refuseFaultyRows } from './sheetRows.ts'
export { loadYearAmounts, type YearAmountsSource } from './yearAmounts.ts'
