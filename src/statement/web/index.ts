export { Derivation } from './Derivation.tsx'
export {
  addComparison as withComparison,
  createRowsSchema as figureShape,
  type FigureRow,
  getChangedFigures as changedFigures,
  getFigureRows as figureRows,
  isUntouched,
  useFigureRows,
  useStableChart,
} from './rows.ts'
export { SheetUpload } from './SheetUpload.tsx'
export { LastImported, StatementFiles } from './StatementFiles.tsx'
export {
  type Mark,
  type StatementColumn,
  StatementSheet,
  type StatementSheetProps,
} from './StatementSheet.tsx'
export { createTieOutPanel as tiesSide, TieOuts } from './TieOuts.tsx'
export type { AccountTarget as Target } from './useGoing.ts'
export { useFigureImport as useTaking } from './useTaking.ts'
