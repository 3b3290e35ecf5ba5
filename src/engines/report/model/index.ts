export * from './calls.ts'
export { ALL, buildReportLink, type ReportFacts } from './facts.ts'
export { chosenFilters, type Grouping, groupings, unitOptions } from './filters.ts'
export {
  type AnyReport,
  anyPercentField,
  computeQuotient,
  computeReportTotals,
  computeShare,
  defineReport,
  type Filters,
  getGroups,
  type Report,
  type ReportInput,
  type Sums,
  type Total,
} from './report.ts'
export type { ReportFigures, Tile } from './tile.ts'
