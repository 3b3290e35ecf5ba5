export { LastImported, StatementFiles, type Taking } from './StatementFiles.tsx'
export { type FigureRow, type StatementColumn, StatementSheet, useFigureRows } from './StatementSheet.tsx'
export { TieOuts } from './TieOuts.tsx'
