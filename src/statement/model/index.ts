export type { Book, BookColumn, BookContent, CheckedFile } from './book.ts'
export { type BookList, bookList, type CheckedLine } from './bookLists.ts'
export {
  type Derivation,
  derivationAcross,
  getDerivation,
  getStatementSources,
  originWords,
  referencesTo,
  type Source,
} from './derivation.ts'
export {
  amount,
  amountWords,
  centsIn,
  count,
  derivationOfFigure,
  type Expression,
  type Figure,
  formulaWords,
  inWords,
  lesser,
  minus,
  named,
  notAbove,
  notBelowZero,
  over,
  type PrintedFigure,
  percent,
  plain,
  plus,
  printedTerms,
  type Term,
  term,
  times,
  valueIn,
  wholeDollars,
} from './expression.ts'
export {
  type FigureEntity,
  type FigureLine,
  figureLine,
  getOrigin,
  type LastImport,
  lastImport,
  type Origin,
  origin,
  sentLines,
} from './figures.ts'
export { fileCalls } from './fileCalls.ts'
export { type CheckedRow, rowsToSend } from './import.ts'
export { type AnyFigures, chartIn, getStatementCode, readColumn, typedAccounts } from './lines.ts'
export {
  bearing,
  changeWords,
  computeStatementSum,
  getChange,
  needsNote,
  type Read,
  reckonCents,
} from './reckon.ts'
export { sheetBody, sheetBytes, sheetOutcome, sheetQuery, sheetRows } from './sheetRows.ts'
export { figureWords, type Side, type Tied, type TieOut, tied, tiedWords } from './tieOuts.ts'
export { getWeights } from './weights.ts'
