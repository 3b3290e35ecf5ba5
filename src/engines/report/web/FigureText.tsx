import { HiddenText } from '#ui/frame/HiddenValue.tsx'
import { useIsAgency } from '#ui/frame/hooks.ts'
import { getReportFigure, type ReportTile } from './tiles.ts'

/**
 * Shows the figure of a tile. Without a figure it says that the figure is withheld, or that there are no
 * data.
 */
export function FigureText({ tile, report, value }: ReportTile & { value: number | null }) {
  const isAgency = useIsAgency()
  const isHidden =
    value === null && !isAgency && tile.column !== undefined && tile.column in (report.withheld ?? {})
  return isHidden ? <HiddenText /> : getReportFigure(tile, value) || 'No data'
}
