export type { Book, BookColumn, BookContent, CheckedFile } from './book.ts'
export { type BookList, bookList, type CheckedLine } from './bookLists.ts'
export {
  type Derivation,
  derivationAcross,
  derivationOf,
  originWords,
  referencesTo,
  type Source,
  sourcesOf,
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
  type LastImport,
  lastImport,
  type Origin,
  origin,
  originOf,
  sentLines,
} from './figures.ts'
export { fileCalls } from './fileCalls.ts'
export { type CheckedRow, rowsToSend } from './import.ts'
export { type AnyFigures, chartIn, codeOf, readColumn, typedAccounts } from './lines.ts'
export { bearing, changeOf, changeWords, needsNote, type Read, reckonCents, sumOf } from './reckon.ts'
export { sheetBody, sheetBytes, sheetOutcome, sheetQuery, sheetRows } from './sheetRows.ts'
export { figureWords, type Side, type Tied, type TieOut, tied, tiedWords } from './tieOuts.ts'
export { weightsOf } from './weights.ts'
