export type { Book, BookColumn, BookContent, CheckedFile } from './book.ts'
export { type BookList, type CheckedLine, declareBookList as bookList } from './bookLists.ts'
export {
  createSourceNumbering as referencesTo,
  type Derivation,
  describeOrigin as originWords,
  getColumnsDerivation as derivationAcross,
  getDerivation,
  getStatementSources,
  type Source,
} from './derivation.ts'
export {
  amount,
  count,
  describeFigureFormula as formulaWords,
  type Expression,
  type Figure,
  formatAmountText as amountWords,
  getFigureCents as centsIn,
  getFigureDerivation as derivationOfFigure,
  getPrintedTerms as printedTerms,
  getValue as valueIn,
  inWords,
  lesser,
  minus,
  nameFigure as named,
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
  declareFigureLine as figureLine,
  type FigureEntity,
  type FigureLine,
  getLinesSchema as sentLines,
  getOrigin,
  type LastImport,
  lastImport,
  type Origin,
  origin,
} from './figures.ts'
export { declareFileCalls as fileCalls } from './fileCalls.ts'
export { type CheckedRow, toImportedRows as rowsToSend } from './import.ts'
export {
  type AnyFigures,
  createColumnReader as readColumn,
  getLineCode as getStatementCode,
  getRecordChart as chartIn,
  getTypedAccounts as typedAccounts,
} from './lines.ts'
export {
  computeTotal as computeStatementSum,
  createCentsReader as reckonCents,
  describeChange as changeWords,
  getCentsChange as getChange,
  getEffectOnTotal as bearing,
  needsNote,
  type ReadCents as Read,
} from './reckon.ts'
export {
  createSheetReader as sheetRows,
  sheetBody,
  sheetBytes,
  sheetOutcome,
  sheetQuery,
} from './sheetRows.ts'
export {
  compareTieOut as tied,
  describeTieOut as tiedWords,
  formatTieOutFigure as figureWords,
  type Side,
  type TieOut,
  type TieOutResult as Tied,
} from './tieOuts.ts'
export { getWeights } from './weights.ts'
