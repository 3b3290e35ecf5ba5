export {
  type Book,
  type BookColumn,
  type BookContent,
  type BookList,
  bookList,
  type CheckedFile,
  type CheckedLine,
} from './book.ts'
export { type Derivation, derivationOf, originWords, type Source, sourcesOf } from './derivation.ts'
export {
  centsOf,
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
export { bearing, changeOf, needsNote, type Read, reckonCents, sumOf } from './reckon.ts'
export { figureWords, type Side, type Tied, type TieOut, tied, tiedWords } from './tieOuts.ts'
