export { Derivation } from './Derivation.tsx'
export { type FigureRow, type StatementColumn, StatementSheet, useFigureRows } from './StatementSheet.tsx'
export { TieOuts } from './TieOuts.tsx'
