export { Derivation } from './Derivation.tsx'
export {
  addComparison,
  createRowsSchema,
  type FigureRow,
  getChangedFigures,
  getFigureRows,
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
export { createTieOutPanel, TieOuts } from './TieOuts.tsx'
export type { AccountTarget } from './useGoToAccount.ts'
export { useFigureImport } from './useTaking.ts'
