export { LastImported, StatementFiles } from './StatementFiles.tsx'
export { type FigureRow, type StatementColumn, StatementSheet, useFigureRows } from './StatementSheet.tsx'
export { TieOuts } from './TieOuts.tsx'
export { useTaking } from './useTaking.ts'
