export * from './calls.ts'
export { ALL, type ReportFacts, reportLink } from './facts.ts'
export { chosenFilters, type Grouping, groupings, unitOptions } from './filters.ts'
export {
  type AnyReport,
  anyPercent,
  computeReportTotals,
  type Filters,
  getGroups,
  quotient,
  type Report,
  report,
  type Sums,
  share,
  type Total,
  type Wanted,
} from './report.ts'
export type { Found, Tile } from './tile.ts'
