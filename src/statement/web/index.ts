export { Derivation } from './Derivation.tsx'
export {
  changedFigures,
  type FigureRow,
  figureRows,
  figureShape,
  isUntouched,
  useFigureRows,
  useStableChart,
  withComparison,
} from './rows.ts'
export { SheetUpload } from './SheetUpload.tsx'
export { LastImported, StatementFiles } from './StatementFiles.tsx'
export {
  type Mark,
  type StatementColumn,
  StatementSheet,
  type StatementSheetProps,
} from './StatementSheet.tsx'
export { TieOuts, tiesSide } from './TieOuts.tsx'
export type { Target } from './useGoing.ts'
export { useTaking } from './useTaking.ts'
