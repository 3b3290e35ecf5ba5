import { propertyStatusLabels } from '#core/platform/lookups/model/index.ts'
import type { AnyReport, Sums } from './report.ts'

/**
 * The data of a report from which a tile computes its figure: the numbers of rows and properties, and the
 * totals.
 */
export type ReportFigures = { total: number; properties: number | null; totals: Sums }

/** A figure of the portfolio screen, taken from a report with the given parameters. */
export type Tile = {
  title: string
  /** The position among the tiles, lowest first. */
  order: number
  /** The parameters of the report, on a given day. */
  buildParameters: (today: string) => Readonly<Record<string, string | number | boolean>>
  figure: (reportPage: ReportFigures) => number | null
  /** The column of the figure, if the report withholds it from some readers. */
  column?: string
  kind: 'percent' | 'number' | 'money' | 'ratio'
  /** A note below the figure. */
  note?: (reportPage: ReportFigures) => string | null
  /** The parameters for an earlier time, with its label, to compare with. */
  before?: { label: string; buildParameters: Tile['buildParameters'] }
  /** Whether more or less is better, which decides the color of a change. */
  better: 'more' | 'less'
  /**
   * Also shown on the home screen of people who run properties; the facts of its report must set `home`, too.
   */
  home?: true
  /** Shown on the map by county; only for reports whose rows belong to properties. */
  map?: boolean
}

/**
 * Returns the parameters of a tile's report on a day. By default only operating properties count, as on the
 * report's own screen.
 */
export const getTileParameters = (getParameters: Tile['buildParameters'], today: string) => ({
  propertyStatus: 0,
  ...getParameters(today),
})

/** Names the properties that a tile counts, such as `active properties`. */
export function describeTilePopulation(tile: Pick<Tile, 'buildParameters'>, today: string): string {
  const { propertyStatus } = getTileParameters(tile.buildParameters, today)
  const label = propertyStatusLabels[propertyStatus]
  return label === undefined ? 'properties of every status' : `${label.toLowerCase()} properties`
}

/** Returns the key under which a tile's figures are stored. */
export const getTileKey = ({ path }: Pick<AnyReport, 'path'>, { title }: Pick<Tile, 'title'>): string =>
  `${path} ${title}`
