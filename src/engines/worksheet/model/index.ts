export type { Book, BookColumn, BookContent, CheckedFile } from './book.ts'
export { type BookList, type CheckedLine, declareBookList } from './bookLists.ts'
export {
  computeTotal,
  createCentsReader,
  describeChange,
  getCentsChange,
  getEffectOnTotal,
  needsNote,
  type ReadCents,
} from './compute.ts'
export {
  createSourceNumbering,
  type Derivation,
  describeOrigin,
  getColumnsDerivation,
  getDerivation,
  getStatementSources,
  type Source,
} from './derivation.ts'
export {
  amount,
  count,
  describeFigureFormula,
  type Expression,
  type Figure,
  formatAmountText,
  getFigureCents,
  getFigureDerivation,
  getPrintedTerms,
  getValue,
  inWords,
  lesser,
  minus,
  nameFigure,
  notAbove,
  notBelowZero,
  over,
  type PrintedFigure,
  percent,
  plain,
  plus,
  type Term,
  term,
  times,
  wholeDollars,
} from './expression.ts'
export {
  declareFigureLine,
  type FigureEntity,
  type FigureLine,
  getLinesSchema,
  getOrigin,
  type LastImport,
  lastImport,
  type Origin,
  origin,
} from './figures.ts'
export { declareFileCalls } from './fileCalls.ts'
export { type CheckedRow, toImportedRows } from './import.ts'
export {
  type AnyFigures,
  createColumnReader,
  getLineCode,
  getRecordChart,
  getTypedAccounts,
} from './lines.ts'
export {
  createSheetReader,
  sheetBody,
  sheetBytes,
  sheetOutcome,
  sheetQuery,
} from './sheetRows.ts'
export {
  compareTieOut,
  describeTieOut,
  formatTieOutFigure,
  type Side,
  type TieOut,
  type TieOutResult,
} from './tieOuts.ts'
export { getWeights } from './weights.ts'
