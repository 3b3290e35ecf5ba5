import { today } from '#kernel/model/dates.ts'
import { formatNumber } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { buildReportLink } from '../model/facts.ts'
import type { AnyReport, Tile } from '../model/index.ts'
import { describeTilePopulation, getTileParameters } from '../model/tile.ts'

/** A tile with its report. */
export type ReportTile = { report: AnyReport; tile: Tile }

/** Returns the parameters of a tile's report for today. */
export const getTileFilters = (
  { tile }: ReportTile,
  getFilters: Tile['buildParameters'] = tile.buildParameters,
) => getTileParameters(getFilters, today())

/** Returns the address of the report behind a tile, or of one county of it. */
export const getReportLink = (
  reportTile: ReportTile,
  extraFilters: Readonly<Record<string, unknown>> = {},
): string =>
  buildReportLink(
    reportTile.report.facts,
    { ...getTileFilters(reportTile), ...extraFilters },
    reportTile.report.part,
  )

/** Names the properties that a tile counts today. */
export const getTilePopulation = ({ tile }: ReportTile): string => describeTilePopulation(tile, today())

/** Returns a tile's figure as formatted text; '' if there is none. */
export function getReportFigure({ kind }: Pick<Tile, 'kind'>, value: number | null): string {
  if (value === null) return ''
  if (kind === 'percent') return `${value.toFixed(2)}%`
  if (kind === 'ratio') return value.toFixed(2)
  return kind === 'money' ? formatMoney(value, { whole: true }) : formatNumber(value)
}

/**
 * Returns the change of a figure in its own unit, and whether it is good; null if one of the two values is
 * missing.
 */
export function getChange(
  tile: Pick<Tile, 'kind' | 'better'>,
  now: number | null,
  before: number | null,
): { text: string; good: boolean | undefined } | null {
  if (now === null || before === null) return null
  const change = Math.round((now - before) * 100) / 100
  if (change === 0) return { text: 'no change', good: undefined }
  const size = getReportFigure(tile, Math.abs(change)).replace('%', ' points')
  return { text: `${change > 0 ? '+' : '−'}${size}`, good: change > 0 === (tile.better === 'more') }
}
