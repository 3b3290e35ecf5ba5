export { type Derivation, derivationOf, originWords, type Sources } from './derivation.ts'
export { centsOf, type FigureEntity, type FigureLine, figureLine, type Origin, origin, sentLines } from './figures.ts'
export { bearing, changeOf, type NoteLimits, needsNote, type Read, reckonCents, sumOf } from './reckon.ts'
export { type Side, type Tied, type TieOut, tied, tiedWords } from './tieOuts.ts'
