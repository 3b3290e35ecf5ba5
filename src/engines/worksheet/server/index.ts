export { type ChangedLine, linesSql, peopleSql, saveFigures } from './figures.ts'
export { type ImportedFile, serveFileCalls } from './files.ts'
export {
  createImportOptions,
  type ImportTarget,
  lastImportSql,
  undoImport,
} from './imports.ts'
export { recordSql, recordsSql } from './records.ts'
export type { RuleEntry } from './rules.ts'
export { checkSheet, refuseFaultyRows } from './sheetRows.ts'
export { loadYearAmounts, type YearAmountsSource } from './yearAmounts.ts'
