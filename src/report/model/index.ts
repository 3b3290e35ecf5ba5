export * from './calls.ts'
export { ALL, buildReportLink as reportLink, type ReportFacts } from './facts.ts'
export { chosenFilters, type Grouping, groupings, unitOptions } from './filters.ts'
export {
  type AnyReport,
  anyPercentField as anyPercent,
  computeQuotient as quotient,
  computeReportTotals,
  computeShare as share,
  defineReport as report,
  type Filters,
  getGroups,
  type Report,
  type ReportInput as Wanted,
  type Sums,
  type Total,
} from './report.ts'
export type { ReportFigures as Found, Tile } from './tile.ts'
