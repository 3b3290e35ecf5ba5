export { type Derivation, derivationAcross, derivationOf, originWords, type Sources } from './derivation.ts'
export {
  centsOf,
  type FigureEntity,
  type FigureLine,
  figureLine,
  type Origin,
  origin,
  originOf,
  sentLines,
} from './figures.ts'
export { type CheckedRow, checkRows } from './import.ts'
export { bearing, changeOf, needsNote, type Read, reckonCents, sumOf } from './reckon.ts'
export { figureWords, type Side, type Tied, type TieOut, tied, tiedWords } from './tieOuts.ts'
export { readWorkbook, WorkbookError } from './xlsx.ts'
